import FuzzDriver

drive(.glsl)
