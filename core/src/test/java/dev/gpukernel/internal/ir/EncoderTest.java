package dev.gpukernel.internal.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written is read, all of it, and anything else is refused. */
final class EncoderTest {
    /** Holds what is written. */
    record Whole(Function function, List<Object> others) {}

    private static byte[] bytes(Whole whole) {
        return Objects.requireNonNull(Encoder.encode(whole));
    }

    private static Whole again(byte[] bytes) throws IOException {
        return Decoder.decode(bytes, Whole.class, (_, _) -> null);
    }

    static List<Class<?>> records() {
        return Stream.concat(
                        Stream.concat(
                                OpTable.kinds().stream(), Arrays.stream(ThrowArgument.class.getPermittedSubclasses())),
                        Stream.of(
                                ArrayType.class,
                                TupleType.class,
                                SourcePosition.class,
                                FunctionEffects.class,
                                CudaBody.class))
                .<Class<?>>map(type -> type)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("records")
    void eachRecordOfThePackageHasALine(Class<?> type) {
        SampleRecords.requireMade(type, OwnRecords::make);
    }

    private static Function sample() {
        Function callee = Parser.parse("""
                rare function callee -> i32 {
                b0(v0: i32):
                    v1 = add.i32 v0, v0  ; a.B.c(B.java:3) < a.B.d(B.java:5)
                    return.i32 v1
                }
                """);
        Function function = new Function("f");
        Block entry = function.addBlock();
        BlockParam array = entry.addParam(new ArrayType(ElementType.INT));
        BlockParam starts = entry.addParam(new ArrayType(ElementType.INT));
        BlockParam number = entry.addParam(ScalarType.I32);
        array.setStarts(starts);
        array.setMoves(starts);
        starts.setMarks(array);
        number.setRows(List.of(List.of(OptionalLong.of(3), OptionalLong.empty())));
        number.setName("n \uD800 \u00e9");
        Block next = function.addBlock();
        BlockParam carried = next.addParam(ScalarType.I32);
        Builder builder = new Builder(function).atEnd(entry);
        Value called = builder.emit(new Op.Invoke(callee), number);
        Instr jump = builder.emit(new Op.Jump());
        jump.addEdge(next, List.of(called));
        new Builder(function)
                .atEnd(next)
                .emit(new Op.Branch(), new Builder(function).atEnd(next).emit(Op.Constant.of(true)));
        next.terminator().addEdge(next, List.of(carried));
        next.terminator().addEdge(next, List.of(number));
        function.effects();
        return function;
    }

    @Test
    void aFunctionIsReadAsItIs() throws IOException {
        Function function = sample();
        byte[] bytes = bytes(new Whole(function, List.of(function, 3, 4L, true, 'x', "text")));
        Whole read = again(bytes);
        assertThat(read.function())
                .hasToString(function.toString())
                .isSameAs(read.others().getFirst());
        assertThat(read.others().subList(1, 6)).containsExactly(3, 4L, true, 'x', "text");
        assertThat(bytes(read)).isEqualTo(bytes);

        BlockParam array = read.function().params().getFirst();
        BlockParam starts = read.function().params().get(1);
        BlockParam number = read.function().params().get(2);
        assertThat(array.starts()).isSameAs(starts);
        assertThat(array.moves()).isSameAs(starts);
        assertThat(starts.ofLength()).isSameAs(array);
        assertThat(number.rows()).isEqualTo(function.params().get(2).rows());
        assertThat(number.name()).isEqualTo("n \uD800 \u00e9");
        assertThat(number.users()).hasSize(2);
        assertThat(read.function().effects()).isEqualTo(function.effects());
        assertThat(read.function().calledFunctions().getFirst().isRare()).isTrue();
        assertThat(read.function().valueCount()).isEqualTo(function.valueCount());
    }

    @Test
    void whatHasNoFormIsNotWritten() {
        assertThat(Encoder.encode(new Whole(sample(), List.of(new Object())))).isNull();
        BlockParam foreign = sample().params().getFirst();
        Function function = sample();
        function.params().get(1).setMarks(foreign);
        assertThat(Encoder.encode(new Whole(function, List.of())))
                .as("a parameter of another function")
                .isNull();
    }

    @Test
    void otherBytesAreRefused() {
        byte[] bytes = bytes(new Whole(sample(), List.of("text")));
        Random random = new Random(1);
        for (int i = 0; i < bytes.length; i++) {
            byte[] shorter = Arrays.copyOf(bytes, i);
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> again(shorter));
            byte[] other = bytes.clone();
            other[i] = (byte) random.nextInt();
            try {
                again(other);
            } catch (IOException _) {
                // Or it is something else that could have been written; a checksum is for that.
            }
        }
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> again(Arrays.copyOf(bytes, bytes.length + 1)));
    }
}
