import FuzzDriver

drive(.driver)
