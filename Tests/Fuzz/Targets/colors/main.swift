import FuzzDriver

drive(.colors)
