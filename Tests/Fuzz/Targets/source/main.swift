import FuzzDriver

drive(.source)
