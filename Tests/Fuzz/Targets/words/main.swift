import FuzzDriver

drive(.words)
