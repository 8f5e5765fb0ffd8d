import FuzzDriver

drive(.settings)
