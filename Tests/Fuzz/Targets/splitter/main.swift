import FuzzDriver

drive(.splitter)
