package dev.gpukernel.internal.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.internal.intrinsic.Intrinsics;
import java.util.List;
import org.junit.jupiter.api.Test;

class TemplateTest {
    private final Registers registers = new Registers();

    private String fill(String template) {
        return Template.fill(template, registers, "%r9", List.of("%r7", "0f40000000"));
    }

    @Test
    void resultAndOperands() {
        assertThat(fill("op {d}, {0}, {1}, {0};")).isEqualTo("op %r9, %r7, 0f40000000, %r7;");
    }

    @Test
    void temporariesOfOneNameAreOneRegister() {
        assertThat(fill("op {t:i32}, {u:i32}, {t:i32}, {t:f64};")).isEqualTo("op %r1, %r2, %r1, %fd1;");
        assertThat(fill("op {t:i32};")).as("another use").isEqualTo("op %r3;");
    }

    @Test
    void dollarsAndPercentsStay() {
        assertThat(fill("@{p:i1} bra $SITE1; mov {d}, %tid.x;")).isEqualTo("@%p1 bra $SITE1; mov %r9, %tid.x;");
    }

    @Test
    void anOperandTooMany() {
        assertThatThrownBy(() -> fill("op {2};")).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void extremesOfFloatsAreOneInstructionWhereThereIsOne() {
        assertThat(IntrinsicTemplates.of(Intrinsics.MIN_F32, 80)).isEqualTo("min.NaN.f32 {d}, {0}, {1};");
        assertThat(IntrinsicTemplates.of(Intrinsics.MAX_F32, 90)).isEqualTo("max.NaN.f32 {d}, {0}, {1};");
        assertThat(IntrinsicTemplates.of(Intrinsics.MAX_F32, 75)).contains("setp.nan.f32");
        assertThat(IntrinsicTemplates.of(Intrinsics.MAX_F64, 90)).contains("setp.nan.f64");
    }
}
