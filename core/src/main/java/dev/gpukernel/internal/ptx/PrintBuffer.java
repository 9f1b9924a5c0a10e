package dev.gpukernel.internal.ptx;

/**
 * Where kernels leave what they print: {@value #HEADER} bytes and then the records, in device memory of each stream. Records stand
 * one after another, each as long as its print-out needs; those of one thread are in the order in which it printed. All offsets
 * are in bytes.
 */
public final class PrintBuffer {
    /** u64: bytes of records so far, those that did not fit counted too. */
    public static final int USED = 0;

    /** u64: where the first record began that did not fit, at first {@link #CAPACITY}. */
    public static final int END = 8;

    /** u32: how many did not fit. */
    public static final int LOST = 16;

    /** Where the records begin. */
    public static final int HEADER = 24;

    /** Bytes for records. */
    public static final int CAPACITY = 1 << 20;

    /** In a record, u64: number of the launch. */
    public static final int RECORD_LAUNCH = 0;

    /** In a record, u64: index of the thread: that of its block times threads per block, plus that in its block. */
    public static final int RECORD_THREAD = 8;

    /** In a record, u64: number of the place in the kernel that printed. */
    public static final int RECORD_SITE = 16;

    /** In a record, where the operands begin, 8 bytes each. */
    public static final int RECORD_OPERANDS = 24;

    private PrintBuffer() {}

    /** {@return bytes of a record with so many operands} */
    public static int recordBytes(int operands) {
        return RECORD_OPERANDS + Long.BYTES * operands;
    }

    /**
     * The code that leaves a record.
     *
     * @param site number of the place
     * @param operands 64-bit registers
     * @return the code
     */
    static String text(int site, Iterable<String> operands) {
        StringBuilder stores = new StringBuilder();
        int offset = RECORD_OPERANDS;
        for (String operand : operands) {
            stores.append("    st.global.b64 [%at+")
                    .append(offset)
                    .append("], ")
                    .append(operand)
                    .append(";\n");
            offset += Long.BYTES;
        }
        return """
                {
                    .reg .pred %%is;
                    .reg .b32 %%a, %%b, %%c;
                    .reg .b64 %%buffer, %%at, %%end, %%index, %%x, %%y;
                    ld.param.u64 %%buffer, [%1$s];
                    cvta.to.global.u64 %%buffer, %%buffer;
                    atom.global.add.u64 %%at, [%%buffer], %2$d;
                    add.u64 %%end, %%at, %2$d;
                    setp.gt.u64 %%is, %%end, %3$d;
                    @%%is bra $FULL;
                    mov.u32 %%a, %%ctaid.z;
                    mov.u32 %%b, %%nctaid.y;
                    mov.u32 %%c, %%ctaid.y;
                    mad.lo.u32 %%a, %%a, %%b, %%c;
                    cvt.u64.u32 %%x, %%a;
                    mov.u32 %%b, %%nctaid.x;
                    cvt.u64.u32 %%y, %%b;
                    mov.u32 %%c, %%ctaid.x;
                    cvt.u64.u32 %%index, %%c;
                    mad.lo.u64 %%index, %%x, %%y, %%index;
                    mov.u32 %%a, %%ntid.x;
                    mov.u32 %%b, %%ntid.y;
                    mul.lo.u32 %%c, %%a, %%b;
                    mov.u32 %%a, %%ntid.z;
                    mul.lo.u32 %%c, %%c, %%a;
                    cvt.u64.u32 %%x, %%c;
                    mov.u32 %%a, %%tid.z;
                    mov.u32 %%c, %%tid.y;
                    mad.lo.u32 %%a, %%a, %%b, %%c;
                    mov.u32 %%b, %%ntid.x;
                    mov.u32 %%c, %%tid.x;
                    mad.lo.u32 %%a, %%a, %%b, %%c;
                    cvt.u64.u32 %%y, %%a;
                    mad.lo.u64 %%index, %%index, %%x, %%y;
                    ld.param.u64 %%x, [%4$s];
                    add.u64 %%at, %%at, %%buffer;
                    add.u64 %%at, %%at, %5$d;
                    st.global.u64 [%%at], %%x;
                    st.global.u64 [%%at+8], %%index;
                    st.global.u64 [%%at+16], %6$d;
                %7$s    bra $PRINTED;
                $FULL:
                    red.global.min.u64 [%%buffer+8], %%at;
                    red.global.add.u32 [%%buffer+16], 1;
                $PRINTED:
                }""".formatted(PtxParameters.PRINT_BUFFER, offset, CAPACITY, PtxParameters.LAUNCH, HEADER, site, stores);
    }
}
