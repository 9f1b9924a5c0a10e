package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.Histogram;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.frontend.Dependencies;
import dev.gpukernel.internal.ir.SampleRecords;
import dev.gpukernel.internal.pass.OutlinedNest;
import dev.gpukernel.internal.pass.PlannedLoop;
import dev.gpukernel.internal.pass.ScanSteps;
import dev.gpukernel.internal.pass.Scans;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each record that programs have is made without reflection. */
final class StoredRecordsTest {
    static List<Class<?>> records() {
        Stream<Class<?>> sealed = Stream.of(HostExpression.class, PlannedLoop.Fate.class, PlannedLoop.Choice.class)
                .flatMap(type -> Arrays.stream(type.getPermittedSubclasses()));
        return Stream.concat(
                        sealed,
                        Stream.of(
                                Access.Use.class,
                                Condition.class,
                                Histogram.class,
                                Grain.class,
                                Scans.class,
                                Scans.Running.class,
                                ScanSteps.class,
                                OutlinedNest.AliasConflict.class,
                                PlannedLoop.class,
                                Dependencies.Answer.class,
                                NestProgram.Turns.class,
                                NestProgram.Proven.class,
                                StoredProgram.class,
                                StoredProgram.Nest.class,
                                StoredProgram.Code.class,
                                StoredProgram.Threads.class,
                                ProgramStore.Entry.class))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("records")
    void eachHasALine(Class<?> type) {
        SampleRecords.requireMade(type, StoredRecords::make);
    }
}
