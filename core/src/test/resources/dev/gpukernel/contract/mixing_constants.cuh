#define FACTOR 0x9e3779b1u
