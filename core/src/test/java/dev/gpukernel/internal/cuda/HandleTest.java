package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuException;
import org.junit.jupiter.api.Test;

class HandleTest {
    @Test
    void isTakenOnceAndThenReportsItsUse() {
        Handle handle = new Handle("the stream", 42);
        assertThat(handle.get()).isEqualTo(42);
        assertThat(handle.isReleased()).isFalse();

        assertThat(handle.take()).isEqualTo(42);
        assertThat(handle.take()).isZero();
        assertThat(handle.isReleased()).isTrue();
        assertThatThrownBy(handle::get).isInstanceOf(GpuException.class).hasMessageContaining("the stream is closed");
    }
}
