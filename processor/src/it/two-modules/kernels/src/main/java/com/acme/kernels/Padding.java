package com.acme.kernels;

final class Padding {
    private Padding() {}

    static int of(int number) {
        return number < 0 ? 1 : 0;
    }
}
