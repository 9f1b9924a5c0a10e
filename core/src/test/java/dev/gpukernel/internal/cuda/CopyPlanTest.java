package dev.gpukernel.internal.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopyPlanTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 65_536, 65_537, 524_288, 524_289, 3 << 20, (64L << 20) - 1, (100L << 20) + 3, 16L << 30})
    void piecesAndSlicesCoverEveryByteOnceInOrder(long bytes) {
        CopyPlan plan = CopyPlan.of(bytes);
        long next = 0;
        int slice = 0;
        for (int piece = 0; piece < plan.pieces(); piece++) {
            assertThat(plan.pieceOffset(piece)).isEqualTo(next);
            assertThat(plan.slicesBefore(piece)).isEqualTo(slice);
            for (; slice < plan.slicesBefore(piece + 1); slice++) {
                assertThat(plan.pieceOfSlice(slice)).isEqualTo(piece);
                assertThat(plan.sliceOffset(slice)).isEqualTo(next);
                assertThat(plan.sliceLength(slice)).isPositive();
                next += plan.sliceLength(slice);
            }
            assertThat(next).isEqualTo(plan.pieceOffset(piece) + plan.pieceLength(piece));
        }
        assertThat(slice).isEqualTo(plan.slices());
        assertThat(next).isEqualTo(bytes);
    }

    @Test
    void smallCopiesAreOnePieceAndPiecesFitTheirChunks() {
        assertThat(CopyPlan.of(65_536)).satisfies(plan -> {
            assertThat(plan.isSmall()).isTrue();
            assertThat(plan.pieces()).isEqualTo(1);
            assertThat(plan.slices()).isEqualTo(1);
        });
        assertThat(CopyPlan.of(65_537).isSmall()).isFalse();
        assertThat(CopyPlan.of(1 << 20).pieces()).isEqualTo(2);
        assertThat(CopyPlan.of(4 << 20).pieces()).isEqualTo(8);
        assertThat(CopyPlan.of(16L << 30).pieceBytes()).isEqualTo(CopyPlan.LARGE_CHUNK);
    }

    @Test
    void refusesSlicesThatDoNotDivideAPiece() {
        assertThatThrownBy(() -> new CopyPlan(10, 10, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CopyPlan(0, 4, 4)).isInstanceOf(IllegalArgumentException.class);
    }
}
