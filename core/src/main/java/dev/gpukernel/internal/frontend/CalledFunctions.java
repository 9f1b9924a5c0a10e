package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.CudaBody;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.RedundantParams;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.ir.VoidType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** The functions that a kernel calls: each is made at its first call. What turns out to be unfit for one is remembered. */
final class CalledFunctions {
    private final Set<CallKey> chosen;
    private final CallProfile profile = new CallProfile();
    private final Map<CallKey, Called> made = new HashMap<>();
    private final Set<CallKey> unfit = new LinkedHashSet<>();
    private final Set<String> names = new HashSet<>();
    private final Map<CudaBody, Function> ofCuda = new HashMap<>();

    /** A function, and what its results make up; null for nothing. */
    private record Called(Function function, @Nullable Operand result) {}

    /**
     * Makes it.
     *
     * @param kernel the kernel's name, which an overload of its own must not have
     * @param chosen the methods that shall be functions
     */
    CalledFunctions(String kernel, Set<CallKey> chosen) {
        this.names.add(kernel);
        this.chosen = chosen;
    }

    CallProfile profile() {
        return profile;
    }

    /** {@return those of the chosen that cannot be functions} */
    Set<CallKey> unfit() {
        return unfit;
    }

    /** {@return the calls of functions that may end the thread with an exception} */
    Set<CallKey> throwing() {
        Set<CallKey> throwing = new LinkedHashSet<>();
        made.forEach((key, called) -> {
            if (called.function.effects().mayFault()) {
                throwing.add(key);
            }
        });
        return throwing;
    }

    /** Notes that what is called cannot be a function, if an instruction calls one. */
    void refuse(Instr call) {
        made.forEach((key, called) -> {
            if (call.op() instanceof Op.Invoke(Function callee) && callee == called.function) {
                unfit.add(key);
            }
        });
    }

    boolean isChosen(CallKey key) {
        return chosen.contains(key);
    }

    boolean isMade(CallKey key) {
        return made.containsKey(key);
    }

    /**
     * Calls the function of a method.
     *
     * @param translation of the caller
     * @param found the method
     * @param active the methods that are being translated
     * @param key of the call
     * @param arguments of the call
     * @return what it returns, null if nothing
     */
    @Nullable Operand invoke(
            Translation translation,
            ClassFiles.Found found,
            List<ActiveCall> active,
            CallKey key,
            List<Operand> arguments) {
        Called called = made.get(key);
        if (called == null) {
            called = make(translation, found, active, key, arguments);
            made.put(key, called);
        }
        List<Value> leaves = new ArrayList<>();
        arguments.forEach(argument -> leaves.addAll(argument.leaves()));
        Value value = translation.builder.emit(new Op.Invoke(called.function), leaves);
        Type type = Type.getReturnType(key.callee().descriptor());
        if (type.getSort() == Type.VOID) {
            return null;
        }
        return called.result == null
                ? Returns.never(translation, type)
                : called.result.withLeaves(results(translation, value).iterator());
    }

    private static List<Value> results(Translation translation, Value value) {
        return switch (value.type()) {
            case TupleType tuple -> {
                List<Value> parts = new ArrayList<>();
                for (int i = 0; i < tuple.components().size(); i++) {
                    parts.add(translation.builder.emit(new Op.Part(tuple, i), value));
                }
                yield parts;
            }
            case VoidType _ -> List.of();
            default -> List.of(value);
        };
    }

    private Called make(
            Translation caller, ClassFiles.Found found, List<ActiveCall> active, CallKey key, List<Operand> arguments) {
        int findings = caller.findings.count();
        int unfitBefore = unfit.size();
        boolean isRare = JdkCalls.isRare(key.callee());
        // The JDK's own indices are in range.
        Translation translation = new Translation(caller, name(key.callee().text()), caller.checked && !isRare);
        Function function = translation.function;
        if (isRare) {
            function.setRare();
        }
        Block entry = function.addBlock();
        List<Operand> parameters = new ArrayList<>();
        for (Operand argument : arguments) {
            argument.leaves().forEach(leaf -> entry.addParam(leaf.type()));
        }
        var leaves = entry.params().iterator();
        arguments.forEach(argument -> parameters.add(argument.withLeaves(leaves)));
        translation.builder.atEnd(entry);
        Operand result = MethodTranslator.translateFunction(translation, found, active, key.callee(), parameters);
        if (result != null && !CallKey.isReturnable(result)) {
            result = null;
            unfit.add(key);
        }
        List<Value> results = result == null ? List.of() : result.leaves();
        function.setResult(TupleType.of(results));
        translation.builder.emit(new Op.Return(results.stream().map(Value::type).toList()), results);
        RedundantParams.removeAll(function);
        translation.recursions.settle();
        translation.arrayChoices.reject(caller.findings);
        boolean failed =
                caller.findings.count() > findings || function.effects().unbounded() || translation.rowSwaps.areAny();
        if (failed && unfit.size() == unfitBefore) {
            unfit.add(key);
        }
        return new Called(function, result);
    }

    /** {@return the function of a body in CUDA C, which takes and returns numbers} */
    Function cuda(CudaBody body) {
        return ofCuda.computeIfAbsent(body, _ -> {
            Type type = Type.getMethodType(body.descriptor());
            List<ScalarType> parameters =
                    Stream.of(type.getArgumentTypes()).map(CudaCalls::number).toList();
            return Function.declare(name(body.text()), parameters, CudaCalls.number(type.getReturnType()), body);
        });
    }

    private String name(String text) {
        String name = text;
        for (int overload = 2; !names.add(name); overload++) {
            name = text + "#" + overload;
        }
        return name;
    }
}
