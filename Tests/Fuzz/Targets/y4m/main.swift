import FuzzDriver

drive(.y4m)
