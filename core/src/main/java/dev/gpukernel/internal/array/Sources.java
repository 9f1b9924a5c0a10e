package dev.gpukernel.internal.array;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/** The memory that expressions are computed from. */
final class Sources {
    private final Set<Expression> byUsers = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Expression> byOthers = Collections.newSetFromMap(new IdentityHashMap<>());

    /** What arrays of users are computed from. */
    private final Set<Buffer> ofUsers = new HashSet<>();

    /** What others are computed from, those of users perhaps among them. */
    private final Set<Buffer> ofOthers = new HashSet<>();

    /**
     * Adds what an expression is computed from.
     *
     * @param isOfUsers whether an array of a user's is computed from it
     */
    void add(Expression from, boolean isOfUsers) {
        if (!(isOfUsers ? byUsers : byOthers).add(from)) {
            return;
        }
        Set<Buffer> buffers = isOfUsers ? ofUsers : ofOthers;
        switch (from) {
            case Expression.Applied applied
            when applied.value() == null -> {
                for (Expression operand : applied.operands) {
                    add(operand, isOfUsers || operand.isHeld());
                }
            }
            case Expression.Gathered gathered
            when gathered.value() == null -> {
                buffers.add(gathered.buffer);
                add(gathered.place, isOfUsers || gathered.place.isHeld());
            }
            case Expression.Stored memory -> buffers.add(memory.buffer);
            case Expression.Applied _,
                    Expression.Gathered _,
                    Expression.Whole _,
                    Expression.Places _,
                    Expression.Uniform _ -> {}
        }
    }

    /** Lets what arrays of users are computed from stay. */
    void keep() {
        ofUsers.forEach(Buffer::keep);
    }

    /** {@return whether no array of a user's is computed from it} */
    boolean isUnneeded(Buffer buffer) {
        return ofOthers.contains(buffer) && !ofUsers.contains(buffer);
    }
}
