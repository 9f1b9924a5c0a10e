package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Shapes and sequences as NumPy 2.4 makes them. */
class ShapesTest {
    private static final IntNdArray TABLE = NdArrays.arange(6).reshape(2, 3);

    @Test
    void joinsAndSplits() {
        assertThat(NdArrays.concat(0, TABLE, TABLE.slice(Slice.to(1))))
                .hasToString("[[0, 1, 2],\n [3, 4, 5],\n [0, 1, 2]]");
        assertThat(NdArrays.concat(-1, TABLE, TABLE.at(0).reshape(-1, 1).slice(Slice.to(2))))
                .hasToString("[[0, 1, 2, 0],\n [3, 4, 5, 1]]");
        assertThat(NdArrays.stack(1, TABLE, TABLE.times(10)).shape()).containsExactly(2, 2, 3);
        assertThat(NdArrays.stack(-1, TABLE, TABLE.times(10)).at(1)).hasToString("[[ 3, 30],\n [ 4, 40],\n [ 5, 50]]");
        assertThat(NdArrays.stack(0, NdArrays.full(1), NdArrays.full(2))).hasToString("[1, 2]");
        assertThat(TABLE.split(3, 1)).hasToString("[[[0],\n [3]], [[1],\n [4]], [[2],\n [5]]]");
        assertThat(NdArrays.arange(6).splitAt(0, 1, -2)).hasToString("[[0], [1, 2, 3], [4, 5]]");
    }

    @Test
    void repeats() {
        assertThat(TABLE.repeat(2, 1)).hasToString("[[0, 0, 1, 1, 2, 2],\n [3, 3, 4, 4, 5, 5]]");
        assertThat(TABLE.tile(2)).hasToString("[[0, 1, 2, 0, 1, 2],\n [3, 4, 5, 3, 4, 5]]");
        assertThat(NdArrays.arange(2).tile(2, 2)).hasToString("[[0, 1, 0, 1],\n [0, 1, 0, 1]]");
        assertThat(TABLE.roll(1, 1)).hasToString("[[2, 0, 1],\n [5, 3, 4]]");
        assertThat(TABLE.roll(-1, 0)).hasToString("[[3, 4, 5],\n [0, 1, 2]]");
    }

    @Test
    void pads() {
        IntNdArray three = NdArrays.of(1, 2, 3);
        assertThat(three.pad(2, 3, 0, Padding.EDGE)).hasToString("[1, 1, 1, 2, 3, 3, 3, 3]");
        assertThat(three.pad(3, 4, 0, Padding.REFLECT).toArray()).containsExactly(2, 3, 2, 1, 2, 3, 2, 1, 2, 3);
        assertThat(three.pad(4, 3, 0, Padding.SYMMETRIC).toArray()).containsExactly(3, 3, 2, 1, 1, 2, 3, 3, 2, 1);
        assertThat(three.pad(2, 2, 0, Padding.WRAP)).hasToString("[2, 3, 1, 2, 3, 1, 2]");
        assertThat(three.pad(1, 2, 0, NdArrays.full(9))).hasToString("[9, 1, 2, 3, 9, 9]");
    }

    @Test
    void diagonals() {
        assertThat(TABLE.diagonal(0)).hasToString("[0, 4]");
        assertThat(TABLE.diagonal(1)).hasToString("[1, 5]");
        assertThat(TABLE.diagonal(-2)).hasToString("[]");
        assertThat(NdArrays.arange(8).reshape(2, 2, 2).diagonal(0)).hasToString("[[0, 6],\n [1, 7]]");
        assertThat(TABLE.tril(0)).hasToString("[[0, 0, 0],\n [3, 4, 0]]");
        assertThat(TABLE.triu(1)).hasToString("[[0, 1, 2],\n [0, 0, 5]]");
        assertThat(NdArrays.eye(2, 3, 1).toInt()).hasToString("[[0, 1, 0],\n [0, 0, 1]]");
        assertThat(NdArrays.eye(2, 3, Integer.MAX_VALUE).sum().get()).isZero();
        assertThat(NdArrays.tri(2, 3, 0).toInt()).hasToString("[[1, 0, 0],\n [1, 1, 0]]");
    }

    @Test
    void movesAxes() {
        IntNdArray block = NdArrays.arange(24).reshape(2, 3, 4);
        assertThat(block.moveAxis(0, -1).shape()).containsExactly(3, 4, 2);
        assertThat(block.moveAxis(2, 0).at(1)).hasToString("[[ 1,  5,  9],\n [13, 17, 21]]");
        assertThat(block.swapAxes(0, -1).shape()).containsExactly(4, 3, 2);
        assertThat(TABLE.transpose().ravel()).hasToString("[0, 3, 1, 4, 2, 5]");
    }

    @Test
    void sequences() {
        List<IntNdArray> grid = NdArrays.meshgrid(NdArrays.arange(3), NdArrays.of(7, 8));
        assertThat(grid.get(0)).hasToString("[[0, 1, 2],\n [0, 1, 2]]");
        assertThat(grid.get(1)).hasToString("[[7, 7, 7],\n [8, 8, 8]]");
        assertThat(NdArrays.meshgrid(NdArrays.arange(2), NdArrays.arange(3), NdArrays.arange(4))
                        .getLast()
                        .shape())
                .containsExactly(3, 2, 4);
        assertThat(NdArrays.arange(1.0, 2.0, 0.25)).hasToString("[1.0 , 1.25, 1.5 , 1.75]");
        assertThat(NdArrays.arange(1.0, -0.1, -0.5)).hasToString("[1.0, 0.5, 0.0]");
        assertThat(NdArrays.logspace(0, 2, 3)).hasToString("[  1.0,  10.0, 100.0]");
        assertThat(NdArrays.ones(2)).hasToString("[1.0, 1.0]");
    }

    @Test
    void saysWhatDoesNotFit() {
        refused(
                "JoinedShapes",
                "(2, 3) and (3,) cannot be joined along axis 0",
                () -> NdArrays.concat(0, TABLE, TABLE.at(0)));
        refused("JoinedShapes", "(2, 3) and (3, 2)", () -> NdArrays.concat(1, TABLE, TABLE.transpose()));
        refused("SplitUneven", "axis 1 of 3 elements cannot be split into 2", () -> TABLE.split(2, 1));
        refused("Padding", "by -1 before and 0 behind", () -> TABLE.pad(-1, 0, 0, Padding.EDGE));
        refused("Padding", "(0,)", () -> NdArrays.arange(0).pad(0, 1, 0, Padding.WRAP));
        refused("RepeatCount", "-1 times", () -> TABLE.repeat(-1, 0));
        refused("ShapeTooLarge", "(2, 6442450941)", () -> TABLE.repeat(Integer.MAX_VALUE, 1));
        refused("NoAxis", "axis 1", () -> NdArrays.arange(3).diagonal(0));
        refused("NoPermutation", "[1, -1]", () -> TABLE.diagonal(0, 1, -1));
        refused("RangeStep", "0.0", () -> NdArrays.arange(0.0, 1.0, 0.0));
        refused("RangeStep", "from 0.0 to NaN", () -> NdArrays.arange(0.0, Double.NaN, 0.5));
        refused(
                "RangeStep",
                "from -2147483648 to 2147483647",
                () -> NdArrays.arange(Integer.MIN_VALUE, Integer.MAX_VALUE, 1));
    }

    private static void refused(String code, String part, Runnable call) {
        assertThatIllegalArgumentException()
                .isThrownBy(call::run)
                .withMessageStartingWith("[" + code + "]")
                .withMessageContaining(part);
    }
}
