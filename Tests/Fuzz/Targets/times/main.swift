import FuzzDriver

drive(.times)
