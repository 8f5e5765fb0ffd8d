import FuzzDriver

drive(.arguments)
