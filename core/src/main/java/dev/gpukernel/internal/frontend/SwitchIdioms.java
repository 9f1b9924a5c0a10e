package dev.gpukernel.internal.frontend;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** What Java compilers make of switches over other things than numbers. */
final class SwitchIdioms {
    private SwitchIdioms() {}

    /** {@return whether a call is the first step of a switch over strings: the hash code, which it looks up} */
    static boolean isStringSwitch(MethodInsnNode call) {
        AbstractInsnNode next = next(call);
        return call.owner.equals("java/lang/String")
                && call.name.equals("hashCode")
                && (next instanceof LookupSwitchInsnNode || next instanceof TableSwitchInsnNode);
    }

    /**
     * {@return whether a null is an argument of what javac throws where a switch over all constants of an enum finds none of them}
     */
    static boolean isArgumentOfMatchException(AbstractInsnNode aconstNull) {
        AbstractInsnNode insn = aconstNull;
        while (insn != null && insn.getOpcode() == Opcodes.ACONST_NULL) {
            insn = next(insn);
        }
        return insn instanceof MethodInsnNode call && call.owner.equals("java/lang/MatchException");
    }

    /**
     * {@return whether a call makes the text of what an accessor of a record throws while a pattern takes the record apart, for the exception
     * that is thrown in its place}
     */
    static boolean isTextForMatchException(MethodInsnNode call) {
        AbstractInsnNode before = call.getPrevious();
        AbstractInsnNode cause = next(call);
        return call.owner.equals("java/lang/Throwable")
                && call.name.equals("toString")
                && cause != null
                && isSame(before, cause)
                && next(cause) instanceof MethodInsnNode made
                && made.owner.equals("java/lang/MatchException")
                && made.desc.equals("(Ljava/lang/String;Ljava/lang/Throwable;)V");
    }

    /** {@return whether an exception is the one of which there was the text} Eclipse's compiler has it on the stack. */
    private static boolean isSame(AbstractInsnNode before, AbstractInsnNode cause) {
        return before instanceof VarInsnNode first
                ? cause instanceof VarInsnNode second && second.getOpcode() == Opcodes.ALOAD && second.var == first.var
                : before.getOpcode() == Opcodes.DUP && cause.getOpcode() == Opcodes.SWAP;
    }

    /** {@return whether a static method gives the table from ordinals to cases that Eclipse's compiler makes} */
    static boolean isEclipseTable(MethodInsnNode call) {
        return call.name.startsWith("$SWITCH_TABLE$") && call.desc.equals("()[I");
    }

    private static @Nullable AbstractInsnNode next(AbstractInsnNode insn) {
        AbstractInsnNode next = insn.getNext();
        while (next != null && next.getOpcode() < 0) {
            next = next.getNext();
        }
        return next;
    }
}
