import FuzzDriver

drive(.cube)
