import FuzzDriver

drive(.acv)
