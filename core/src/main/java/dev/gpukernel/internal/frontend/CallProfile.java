package dev.gpukernel.internal.frontend;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which methods a kernel calls, how large they are and how many copies of each inlining makes; taken while it inlines them. */
final class CallProfile {
    /** More than any kernel has, and no danger of overflow when multiplied by the calls of a method. */
    private static final long MANY = Integer.MAX_VALUE;

    private final Method kernel = new Method(0);
    private final Map<CallKey, Method> methods = new LinkedHashMap<>();
    private final Deque<Copy> active = new ArrayDeque<>(List.of(new Copy(kernel, true)));

    /** A method: its own instructions, and how often it calls others. */
    private record Method(long bytecodes, Map<CallKey, Integer> calls) {
        Method(long bytecodes) {
            this(bytecodes, new LinkedHashMap<>());
        }
    }

    /** A copy of a method that is being made. The first tells what every other has. */
    private record Copy(Method method, boolean isFirst) {}

    /** Notes that a method is being put in place of a call. */
    void enter(CallKey key, MethodNode code) {
        Copy caller = active.getFirst();
        if (caller.isFirst) {
            caller.method.calls.merge(key, 1, Integer::sum);
        }
        boolean isFirst = !methods.containsKey(key);
        active.push(new Copy(methods.computeIfAbsent(key, _ -> new Method(bytecodes(code))), isFirst));
    }

    /** Notes the end of what {@link #enter} began. */
    void leave() {
        active.pop();
    }

    private static int bytecodes(MethodNode code) {
        int count = 0;
        for (AbstractInsnNode insn : code.instructions) {
            count += insn.getOpcode() >= 0 ? 1 : 0;
        }
        return count;
    }

    /**
     * Chooses what shall be a function. Callers come first: inside one that is a function there is one copy of what it calls.
     *
     * @param outlining by which measure
     * @param unfit what cannot be one
     * @return the methods to make functions of
     */
    Set<CallKey> choose(Outlining outlining, Set<CallKey> unfit) {
        Set<CallKey> chosen = new LinkedHashSet<>();
        Map<CallKey, Long> sizes = new HashMap<>();
        Map<CallKey, Long> copies = new HashMap<>();
        for (Map.Entry<CallKey, Integer> call : kernel.calls.entrySet()) {
            copies.put(call.getKey(), (long) call.getValue());
        }
        for (CallKey key : callersFirst()) {
            boolean fits = key.isPassable() && !unfit.contains(key) && (outlining.arrays() || !key.takesArrays());
            long inlined = copies.getOrDefault(key, 0L);
            boolean isRare =
                    JdkCalls.isRare(key.callee()) && !outlining.inlined().equals(outlining);
            boolean worthIt = fits && (isRare || outlining.isWorthIt(size(key, sizes), inlined));
            if (worthIt) {
                chosen.add(key);
            }
            long left = worthIt ? 1 : inlined;
            for (Map.Entry<CallKey, Integer> call : method(key).calls.entrySet()) {
                long before = copies.getOrDefault(call.getKey(), 0L);
                copies.put(call.getKey(), Math.min(MANY, before + Math.min(MANY, left * call.getValue())));
            }
        }
        return chosen;
    }

    private Method method(CallKey key) {
        Method method = methods.get(key);
        if (method == null) {
            throw new IllegalArgumentException(key.callee().text() + " is not called");
        }
        return method;
    }

    private long size(CallKey key, Map<CallKey, Long> known) {
        Long size = known.get(key);
        if (size == null) {
            size = method(key).bytecodes;
            for (Map.Entry<CallKey, Integer> call : method(key).calls.entrySet()) {
                // What is rare is a function, and no part of its callers.
                long called = JdkCalls.isRare(call.getKey().callee()) ? 1 : size(call.getKey(), known);
                size = Math.min(MANY, size + call.getValue() * called);
            }
            known.put(key, size);
        }
        return size;
    }

    private List<CallKey> callersFirst() {
        Set<CallKey> calleesFirst = new LinkedHashSet<>();
        for (CallKey key : kernel.calls.keySet()) {
            visit(key, calleesFirst);
        }
        return new ArrayList<>(calleesFirst).reversed();
    }

    private void visit(CallKey key, Set<CallKey> calleesFirst) {
        if (!calleesFirst.contains(key)) {
            for (CallKey callee : method(key).calls.keySet()) {
                visit(callee, calleesFirst);
            }
            calleesFirst.add(key);
        }
    }
}
