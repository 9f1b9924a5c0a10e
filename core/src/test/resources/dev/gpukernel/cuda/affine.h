#pragma once
#define AFFINE(x) ((x) * factor + summand)
