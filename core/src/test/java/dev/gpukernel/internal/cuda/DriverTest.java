package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class DriverTest {
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aMissingLibrarySaysEveryNameAndWhereItWasSought() {
        Driver.Result result = Driver.search(List.of("libno-such-driver.so.1", "/no/such/folder/libcuda.so.1"));

        assertThat(result)
                .isInstanceOfSatisfying(
                        Driver.Missing.class,
                        missing -> assertThat(missing.lookedFor())
                                .startsWith("libno-such-driver.so.1 on the system's library path (LD_LIBRARY_PATH")
                                .endsWith("), /no/such/folder/libcuda.so.1"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLibraryWithoutTheFunctionsIsTooOld() {
        Driver.Result result = Driver.search(List.of("libno-such-driver.so.1", "libc.so.6"));

        assertThat(result).isEqualTo(new Driver.TooOld("libc.so.6", "cuInit"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void looksForTheDriverAndForWindowsSubsystem() {
        assertThat(Driver.candidates()).containsExactly("libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1");
    }

    @Test
    void absenceNamesWhatWasLookedForAndWhatToDo() {
        assertThat(reason(new Driver.Missing("libcuda.so.1 in some folder"))).satisfies(reason -> {
            assertThat(reason.message()).isEqualTo(Message.DRIVER_MISSING);
            assertThat(reason.text())
                    .contains("looked for libcuda.so.1 in some folder")
                    .contains("install the NVIDIA driver");
        });
        assertThat(reason(new Driver.TooOld("libcuda.so.1", "cuMemAllocAsync")).text())
                .contains("no function cuMemAllocAsync in libcuda.so.1", "install driver 520 or newer");
        assertThat(reason(new Driver.Denied("dev.gpukernel")).text()).contains("--enable-native-access=dev.gpukernel");
    }

    @Test
    void versionsAreReadable() {
        assertThat(CudaDriver.versionText(13000)).isEqualTo("13.0");
        assertThat(CudaDriver.versionText(12080)).isEqualTo("12.8");
        assertThat(CudaDriver.versionText(11020)).isEqualTo("11.2");
    }

    private static Diagnostic reason(Driver.Result result) {
        CudaDriver.Presence presence = CudaDriver.from(result);
        assertThat(presence).isInstanceOf(CudaDriver.Absent.class);
        return ((CudaDriver.Absent) presence).reason();
    }
}
