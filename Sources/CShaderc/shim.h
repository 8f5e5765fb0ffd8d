#pragma once
#include <shaderc/shaderc.h>
