import FuzzDriver

drive(.filter)
