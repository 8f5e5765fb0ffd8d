import FuzzDriver

drive(.photograph)
