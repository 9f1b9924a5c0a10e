package com.acme;

final class Labels {
    static int length(int i) {
        int doubled = 2 * i;
        String text = "element " + i + " of " + doubled + " and " + i * i;
        return text.length();
    }
}
