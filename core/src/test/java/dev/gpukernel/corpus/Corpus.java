package dev.gpukernel.corpus;

import dev.gpukernel.GpuKernel;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** All kernels of this package, in an order that stays. */
public final class Corpus {
    /** A class of kernels and what fills the table of their arguments. */
    private record Theme(Class<?> owner, Consumer<KernelInputs> inputs) {
        List<CorpusKernel> kernels() {
            KernelInputs table = new KernelInputs(owner);
            inputs.accept(table);
            Map<String, CorpusKernel> rows = table.kernels();
            Set<String> declared = declared(owner);
            if (!declared.equals(rows.keySet())) {
                throw new IllegalStateException(
                        owner + " declares " + declared + ", its table has " + new TreeSet<>(rows.keySet()));
            }
            return declared.stream().map(rows::get).toList();
        }
    }

    private static final List<Theme> THEMES = List.of(
            new Theme(HashKernels.class, HashKernels::inputs),
            new Theme(AvalancheKernels.class, AvalancheKernels::inputs),
            new Theme(DigestKernels.class, DigestKernels::inputs),
            new Theme(Md5Kernels.class, Md5Kernels::inputs),
            new Theme(CipherKernels.class, CipherKernels::inputs),
            new Theme(BitKernels.class, BitKernels::inputs),
            new Theme(IntegerKernels.class, IntegerKernels::inputs),
            new Theme(FixedPointKernels.class, FixedPointKernels::inputs),
            new Theme(RandomKernels.class, RandomKernels::inputs),
            new Theme(FractalKernels.class, FractalKernels::inputs),
            new Theme(NumericKernels.class, NumericKernels::inputs),
            new Theme(SignalKernels.class, SignalKernels::inputs),
            new Theme(FinanceKernels.class, FinanceKernels::inputs),
            new Theme(MatrixKernels.class, MatrixKernels::inputs),
            new Theme(ImageKernels.class, ImageKernels::inputs),
            new Theme(ColourKernels.class, ColourKernels::inputs),
            new Theme(PhysicsKernels.class, PhysicsKernels::inputs),
            new Theme(RecordKernels.class, RecordKernels::inputs),
            new Theme(ObjectKernels.class, ObjectKernels::inputs),
            new Theme(ObjectPairKernels.class, ObjectPairKernels::inputs),
            new Theme(LambdaKernels.class, LambdaKernels::inputs),
            new Theme(RandomObjectKernels.class, RandomObjectKernels::inputs),
            new Theme(RecordArrayKernels.class, RecordArrayKernels::inputs),
            new Theme(GeometryKernels.class, GeometryKernels::inputs),
            new Theme(SortKernels.class, SortKernels::inputs),
            new Theme(TextKernels.class, TextKernels::inputs),
            new Theme(EncodingKernels.class, EncodingKernels::inputs),
            new Theme(ScanKernels.class, ScanKernels::inputs),
            new Theme(SplitKernels.class, SplitKernels::inputs),
            new Theme(ColumnKernels.class, ColumnKernels::inputs),
            new Theme(IntegralImageKernels.class, IntegralImageKernels::inputs),
            new Theme(CheckerboardKernels.class, CheckerboardKernels::inputs),
            new Theme(CellularKernels.class, CellularKernels::inputs),
            new Theme(SwitchKernels.class, SwitchKernels::inputs),
            new Theme(PatternKernels.class, PatternKernels::inputs),
            new Theme(YieldKernels.class, YieldKernels::inputs),
            new Theme(ExceptionKernels.class, ExceptionKernels::inputs),
            new Theme(JdkKernels.class, JdkKernels::inputs),
            new Theme(LanguageKernels.class, LanguageKernels::inputs),
            new Theme(TableKernels.class, TableKernels::inputs),
            new Theme(PrimitiveKernels.class, PrimitiveKernels::inputs),
            new Theme(FloatKernels.class, FloatKernels::inputs),
            new Theme(GpuMathKernels.class, GpuMathKernels::inputs),
            new Theme(NarrowedKernels.class, NarrowedKernels::inputs),
            new Theme(ControlKernels.class, ControlKernels::inputs),
            new Theme(NestKernels.class, NestKernels::inputs),
            new Theme(IndexKernels.class, IndexKernels::inputs),
            new Theme(BranchKernels.class, BranchKernels::inputs),
            new Theme(InductionKernels.class, InductionKernels::inputs),
            new Theme(SequentialKernels.class, SequentialKernels::inputs),
            new Theme(RotationKernels.class, RotationKernels::inputs),
            new Theme(ArrayChoiceKernels.class, ArrayChoiceKernels::inputs),
            new Theme(RecordResultKernels.class, RecordResultKernels::inputs),
            new Theme(ReductionKernels.class, ReductionKernels::inputs),
            new Theme(BestValueKernels.class, BestValueKernels::inputs),
            new Theme(FlagKernels.class, FlagKernels::inputs),
            new Theme(SearchKernels.class, SearchKernels::inputs),
            new Theme(EarlyExitKernels.class, EarlyExitKernels::inputs),
            new Theme(HistogramKernels.class, HistogramKernels::inputs),
            new Theme(RunningHistogramKernels.class, RunningHistogramKernels::inputs),
            new Theme(PrefixKernels.class, PrefixKernels::inputs),
            new Theme(RecurrenceKernels.class, RecurrenceKernels::inputs),
            new Theme(PreviousKernels.class, PreviousKernels::inputs),
            new Theme(SteadyRecurrenceKernels.class, SteadyRecurrenceKernels::inputs),
            new Theme(ScannedIndexKernels.class, ScannedIndexKernels::inputs),
            new Theme(SampledKernels.class, SampledKernels::inputs),
            new Theme(CompactionKernels.class, CompactionKernels::inputs),
            new Theme(InPlaceKernels.class, InPlaceKernels::inputs),
            new Theme(CatchKernels.class, CatchKernels::inputs),
            new Theme(MadeArrayKernels.class, MadeArrayKernels::inputs),
            new Theme(TemporaryKernels.class, TemporaryKernels::inputs),
            new Theme(TileKernels.class, TileKernels::inputs),
            new Theme(LoopKernels.class, LoopKernels::inputs),
            new Theme(LoopFormKernels.class, LoopFormKernels::inputs),
            new Theme(BlockKernels.class, BlockKernels::inputs),
            new Theme(WarpKernels.class, WarpKernels::inputs),
            new Theme(FunctionKernels.class, FunctionKernels::inputs));

    private Corpus() {}

    /** {@return every kernel, by class and then by name} */
    public static List<CorpusKernel> all() {
        return THEMES.stream().flatMap(theme -> theme.kernels().stream()).toList();
    }

    /** {@return the kernel of a class and name} */
    static CorpusKernel kernel(Class<?> owner, String name) {
        return all().stream()
                .filter(kernel -> kernel.owner() == owner && kernel.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> declared(Class<?> owner) {
        return Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
