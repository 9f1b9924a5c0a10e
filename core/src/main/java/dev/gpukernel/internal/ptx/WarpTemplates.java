package dev.gpukernel.internal.ptx;

import java.util.Locale;

/**
 * What the threads of a warp do together, in PTX. Every instruction names all 32 lanes: it waits for those that exist and have not
 * exited, so that a partial last warp and threads that returned need no mask of their own.
 */
final class WarpTemplates {
    /** The first architecture with an instruction for reductions. */
    private static final int REDUCES = 80;

    private WarpTemplates() {}

    /** How a lane finds the one it reads from, with the bound that the instruction takes. */
    enum Shuffle {
        IDX(31),
        UP(0),
        DOWN(31),
        BFLY(31);

        private final int bound;

        Shuffle(int bound) {
            this.bound = bound;
        }

        private String of(String target, String source) {
            return "shfl.sync." + name().toLowerCase(Locale.ROOT) + ".b32 " + target + ", " + source + ", {1}, " + bound
                    + ", -1;\n";
        }
    }

    /** {@return the template for a shuffle of 4 bytes} */
    static String shuffle4(Shuffle shuffle) {
        return "mov.b32 {v:i32}, {0};\n" + shuffle.of("{w:i32}", "{v:i32}") + kept(shuffle, "b32", "{w:i32}");
    }

    /** {@return the template for a shuffle of 8 bytes, half by half} */
    static String shuffle8(Shuffle shuffle) {
        return "mov.b64 {v:i64}, {0};\nmov.b64 {{a:i32}, {b:i32}}, {v:i64};\n"
                + shuffle.of("{e:i32}", "{a:i32}")
                + shuffle.of("{f:i32}", "{b:i32}")
                + "mov.b64 {w:i64}, {{e:i32}, {f:i32}};\n"
                + kept(shuffle, "b64", "{w:i64}");
    }

    /** The instruction takes distances modulo 32; a lane that far away is outside the warp. */
    private static String kept(Shuffle shuffle, String type, String shuffled) {
        return switch (shuffle) {
            case IDX, BFLY -> "mov." + type + " {d}, " + shuffled + ";";
            case UP, DOWN -> "setp.gt.u32 {p:i1}, {1}, 31;\nselp." + type + " {d}, {0}, " + shuffled + ", {p:i1};";
        };
    }

    /**
     * A reduction of ints over the warp.
     *
     * @param operation as the PTX for two numbers has it, such as {@code add.s32}
     * @param architecture of the target
     * @return the template
     */
    static String reduce(String operation, int architecture) {
        return architecture >= REDUCES ? "redux.sync." + operation + " {d}, {0}, -1;" : tree(operation);
    }

    /** In a full warp five exchanges; else lane by lane of those that there are. */
    private static String tree(String operation) {
        StringBuilder exchanges = new StringBuilder();
        for (int distance = 16; distance > 0; distance /= 2) {
            exchanges.append("shfl.sync.bfly.b32 %other, %sum, " + distance + ", 31, -1;\n");
            exchanges.append(operation + " %sum, %sum, %other;\n");
        }
        return """
                {
                .reg .pred %is;
                .reg .b32 %sum, %own, %other, %left, %rest, %lane;
                mov.b32 %own, {0};
                mov.b32 %sum, %own;
                setp.eq.u32 %is, 0, 0;
                vote.sync.ballot.b32 %left, %is, -1;
                setp.ne.u32 %is, %left, -1;
                @%is bra $FEW;
                """ + exchanges + """
                bra $DONE;
                $FEW:
                brev.b32 %lane, %left;
                clz.b32 %lane, %lane;
                shfl.sync.idx.b32 %sum, %own, %lane, 31, -1;
                $NEXT:
                sub.u32 %rest, %left, 1;
                and.b32 %left, %left, %rest;
                setp.eq.u32 %is, %left, 0;
                @%is bra $DONE;
                brev.b32 %lane, %left;
                clz.b32 %lane, %lane;
                shfl.sync.idx.b32 %other, %own, %lane, 31, -1;
                """ + operation + " %sum, %sum, %other;\n" + """
                bra $NEXT;
                $DONE:
                mov.b32 {d}, %sum;
                }""";
    }
}
