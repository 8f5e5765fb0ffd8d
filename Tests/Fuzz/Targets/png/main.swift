import FuzzDriver

drive(.png)
