package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteSizeTest {
    @Test
    void isRoundedToItsUnit() {
        assertThat(ByteSize.rounded(1023)).isEqualTo("1023 bytes");
        assertThat(ByteSize.rounded(1024)).isEqualTo("1.0 KiB");
        assertThat(ByteSize.rounded(3L << 29)).isEqualTo("1.5 GiB");
        assertThat(ByteSize.rounded(Long.MAX_VALUE)).isEqualTo("8.0 EiB");
    }
}
