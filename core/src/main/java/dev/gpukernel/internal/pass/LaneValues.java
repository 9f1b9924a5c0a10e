package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/** What a loop with running values reduces besides, lane by lane in one thread, combined as in {@link ReductionKernel}. */
final class LaneValues {
    private final LoopEmitter emitter;
    private final ScanParts.Layout layout;
    private final ScanParts parts;
    private final List<Value> arrays = new ArrayList<>();

    /** Emits arrays for the lanes, with what each begins with. */
    LaneValues(LoopEmitter emitter, ScanParts.Layout layout, ScanParts parts) {
        this.emitter = emitter;
        this.layout = layout;
        this.parts = parts;
        for (int place : parts.reduced()) {
            ArrayType cells = (ArrayType) layout.cell(place).type();
            arrays.add(emitter.builder().emit(new Op.LocalArray(cells.element(), ScanOrder.LANES)));
        }
        if (!arrays.isEmpty()) {
            emitter.repeat(emitter.builder().constant(ScanOrder.LANES), List.of(), (lane, _) -> {
                keep(lane, layout.carried());
                return List.of();
            });
        }
    }

    /** {@return what a lane has come to, by place; what else is carried stands for itself} */
    List<Value> carried(Value lane) {
        List<Value> all = layout.carried();
        List<Value> own = load(lane);
        for (int i = 0; i < own.size(); i++) {
            all.set(parts.reduced().get(i), own.get(i));
        }
        return all;
    }

    /** Emits that a lane has come to something. */
    void keep(Value lane, List<Value> carried) {
        List<Integer> places = parts.reduced();
        for (int i = 0; i < arrays.size(); i++) {
            emitter.store(arrays.get(i), lane, carried.get(places.get(i)));
        }
    }

    /** Emits that the lanes are combined and go to the cells of their block. */
    void store(Value block) {
        Function combine = parts.combine();
        if (combine == null) {
            return;
        }
        for (int half = ScanOrder.LANES / 2; half > 0; half /= 2) {
            int distance = half;
            emitter.repeat(emitter.builder().constant(half), List.of(), (lane, _) -> {
                List<Value> both = load(lane);
                both.addAll(load(emitter.int32(BinaryKind.ADD, lane, distance)));
                List<Value> combined = Inlining.inline(emitter.builder(), combine, both);
                for (int i = 0; i < arrays.size(); i++) {
                    emitter.store(arrays.get(i), lane, combined.get(i));
                }
                return List.of();
            });
        }
        List<Value> results = load(emitter.builder().constant(0));
        for (int i = 0; i < results.size(); i++) {
            emitter.store(layout.cell(parts.reduced().get(i)), block, results.get(i));
        }
    }

    private List<Value> load(Value lane) {
        List<Value> loaded = new ArrayList<>();
        arrays.forEach(array -> loaded.add(emitter.load(array, lane)));
        return loaded;
    }
}
