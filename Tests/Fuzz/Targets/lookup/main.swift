import FuzzDriver

drive(.lookup)
