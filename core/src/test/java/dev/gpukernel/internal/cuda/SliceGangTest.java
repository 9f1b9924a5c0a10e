package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SliceGangTest {
    private static final CopyPlan TWO_PIECES_OF_THREE_SLICES = new CopyPlan(48, 24, 8);

    @Test
    void slicesOfClosedPiecesAreNotTouched() {
        List<Integer> copied = new ArrayList<>();
        SliceGang gang = new SliceGang(TWO_PIECES_OF_THREE_SLICES, copied::add);

        gang.open(0);
        gang.finish(0);

        assertThat(copied).containsExactly(0, 1, 2);
    }

    @Test
    void piecesOpenInOrder() {
        SliceGang gang = new SliceGang(TWO_PIECES_OF_THREE_SLICES, slice -> {});

        assertThatThrownBy(() -> gang.open(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatASliceThrowsReachesTheOwnerAndStopsTheRest() {
        List<Integer> copied = new ArrayList<>();
        SliceGang gang = new SliceGang(TWO_PIECES_OF_THREE_SLICES, slice -> {
            copied.add(slice);
            if (slice == 1) {
                throw new IllegalArgumentException("bad slice");
            }
        });
        gang.open(0);

        assertThatThrownBy(() -> gang.finish(0))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("bad slice");
        gang.stop();
        gang.help();

        assertThat(copied).containsExactly(0, 1);
    }

    @Test
    void aHelperWaitsForPiecesAndLeavesAfterTheLast() throws InterruptedException {
        List<Integer> copied = new ArrayList<>();
        SliceGang gang = new SliceGang(TWO_PIECES_OF_THREE_SLICES, slice -> {
            synchronized (copied) {
                copied.add(slice);
            }
        });
        Thread helper = Thread.ofPlatform().start(gang::help);

        gang.open(0);
        gang.finish(0);
        assertThat(helper.isAlive()).isTrue();
        gang.open(1);
        gang.finish(1);
        helper.join();

        assertThat(copied).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
    }
}
