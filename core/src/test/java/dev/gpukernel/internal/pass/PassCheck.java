package dev.gpukernel.internal.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.IrText;
import dev.gpukernel.internal.ir.Verifier;

/** Runs a pass on a function in text form. */
final class PassCheck {
    private PassCheck() {}

    /** Expects a pass to make one function of another, and to say so. */
    static void becomes(Pass pass, String before, String after) {
        Function function = IrText.function(before);
        assertThat(pass.run(function)).as("changed").isTrue();
        Verifier.verify(function);
        assertThat(function.toString()).isEqualTo(IrText.function(after).toString());
    }

    /** Expects a pass to leave a function as it is, and to say so. */
    static void stays(Pass pass, String blocks) {
        Function function = IrText.function(blocks);
        assertThat(pass.run(function)).as("changed").isFalse();
        assertThat(function.toString()).isEqualTo(IrText.function(blocks).toString());
    }
}
