package com.acme;

/** Hides the class that launchers of this package need. */
final class Launch {}
