package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import org.junit.jupiter.api.Test;

class DevicesTest {
    private final Console console = Console.of("devices", "--backend", "cpu");

    @Test
    void everyDeviceIsListedAndEveryAbsenceExplained() {
        String text = String.join("\n", console.out());

        assertThat(Gpu.backends()).isNotEmpty().allSatisfy(backend -> {
            assertThat(text).contains(backend.name(), backend.absence());
            assertThat(backend.devices())
                    .allSatisfy(device -> assertThat(text)
                            .contains(
                                    device.name(),
                                    device.driverVersion(),
                                    device.limits().threadsPerBlock() + " in all"));
        });
    }

    @Test
    void lastLineSaysWhichIsUsed() {
        assertThat(console.exitCode()).isZero();
        assertThat(console.lastLine())
                .startsWith("OK devices")
                .contains("cpu picks cpu 0", Gpu.current().name());
    }
}
