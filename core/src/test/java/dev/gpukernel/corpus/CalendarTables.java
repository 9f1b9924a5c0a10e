package dev.gpukernel.corpus;

/** Constants that a class of kernels has of an interface. */
@SuppressWarnings("MutablePublicArray") // as libraries write them
interface CalendarTables {
    /** Days before each month, of common years and of leap years. */
    int[][] DAYS_BEFORE = {
        {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334},
        {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335}
    };

    /** Years from one leap year to the next, which javac does not put in place of the field. */
    int CYCLE = Integer.bitCount(0xf);
}
