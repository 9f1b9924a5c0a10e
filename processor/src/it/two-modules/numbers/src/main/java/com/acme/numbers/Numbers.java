package com.acme.numbers;

/** What a kernel of another module calls. */
public final class Numbers {
    private Numbers() {}

    public static int digits(int number) {
        int digits = 1;
        for (int rest = number / 10; rest != 0; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
