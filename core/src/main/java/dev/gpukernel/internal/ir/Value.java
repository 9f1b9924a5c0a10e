package dev.gpukernel.internal.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something an instruction can use: the result of an instruction or a block's parameter. Identity counts. */
public abstract sealed class Value permits Instr, BlockParam {
    private final int id;
    private final Type type;
    private final List<Instr> users = new ArrayList<>();
    private final List<Instr> seenUsers = Collections.unmodifiableList(users);
    private @Nullable String name;

    Value(int id, Type type) {
        this.id = id;
        this.type = type;
    }

    /** {@return a number unique in the function, less than {@link Function#valueCount()}} */
    public int id() {
        return id;
    }

    public Type type() {
        return type;
    }

    /** {@return the number that it is, {@code null} if it is not a constant} */
    public final Op.@Nullable Constant constant() {
        return this instanceof Instr instr && instr.op() instanceof Op.Constant constant ? constant : null;
    }

    /** {@return whether it is a constant, as {@link Op.Constant#bits} has it} */
    public final boolean isConstant(long bits) {
        Op.Constant constant = constant();
        return constant != null && constant.bits() == bits;
    }

    /** {@return the block it is defined in} */
    public abstract Block block();

    /** {@return the name of the source variable it holds, if known} */
    public @Nullable String name() {
        return name;
    }

    public void setName(@Nullable String name) {
        this.name = name;
    }

    /** {@return the instructions that use it, one entry for each use} */
    public List<Instr> users() {
        return seenUsers;
    }

    public boolean isUsed() {
        return !users.isEmpty();
    }

    /**
     * Makes every user use another value instead.
     *
     * @param other a value of the same type
     */
    public void replaceAllUsesWith(Value other) {
        for (Instr user : List.copyOf(users)) {
            user.replaceUses(this, other);
        }
    }

    void addUser(Instr user) {
        users.add(user);
    }

    void removeUser(Instr user) {
        users.remove(user);
    }

    @Override
    public String toString() {
        return "v" + id;
    }
}
