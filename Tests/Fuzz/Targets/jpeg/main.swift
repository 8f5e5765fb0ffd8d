import FuzzDriver

drive(.jpeg)
