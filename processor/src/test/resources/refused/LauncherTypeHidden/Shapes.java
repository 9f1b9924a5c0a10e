package com.acme.shapes;

public class Shapes {
    protected record Circle(float radius) {}
}
