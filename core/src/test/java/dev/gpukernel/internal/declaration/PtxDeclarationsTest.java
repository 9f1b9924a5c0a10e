package dev.gpukernel.internal.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What PTX says of its kernels. */
final class PtxDeclarationsTest {
    private static final String PTX = """
            .version 9.0
            .target sm_90
            .address_size 64
            	// .globl	scale
            .visible .func (.param .b32 func_retval0) helper(.param .b64 a);
            .visible .entry scale(
            	.param .u64 .ptr .align 1 scale_param_0,
            	.param .f32 scale_param_1,
            	.param .u8 scale_param_2,
            	.param .u16 scale_param_3,
            	.param .align 8 .b8 scale_param_4[24]
            )
            .maxntid 256, 1, 1
            {
            	ld.param.u64 %rd1, [scale_param_0];
            	ret;
            }
            .entry none() { ret; }
            .entry bare { ret; }
            .weak .entry _Z3$onel(.param .s64 p) { ret; }
            """;

    @Test
    void kernelsAndTheBytesOfTheirParameters() {
        assertThat(PtxDeclarations.of(PTX).kernels())
                .isEqualTo(Map.of(
                        "scale",
                        List.of(8, 4, 1, 2, 24),
                        "none",
                        List.of(),
                        "bare",
                        List.of(),
                        "_Z3$onel",
                        List.of(8)));
    }

    @Test
    void eachDifferenceIsSaid() {
        PtxDeclarations code = PtxDeclarations.of(PTX);
        assertThat(code.difference("a.cu", "_Z3$onel", List.of("long"))).isNull();
        assertThat(code.difference("a.cu", "_Z3$onel", List.of("MemorySegment")))
                .isNull();
        assertThat(code.difference("a.cu", "scale", List.of("float[]", "int", "boolean", "char", "int")))
                .contains("parameter 5", "int, of 4 bytes, but has 24");
        assertThat(code.difference("a.cu", "scale", List.of("int[]", "float", "byte", "int", "long[]")))
                .contains("parameter 4");
        assertThat(code.difference("a.cu", "none", List.of("int"))).contains("[CudaParameterCount]");
        assertThat(code.difference("a.cu", "other", List.of()))
                .contains("[CudaKernel] a.cu has no kernel 'other'", "it has _Z3$onel, bare, none, scale");
        assertThat(PtxDeclarations.missing("a.cu", "f", List.of())).contains("extern \"C\" __global__");
    }
}
