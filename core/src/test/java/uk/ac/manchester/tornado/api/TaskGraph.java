package uk.ac.manchester.tornado.api;

import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task1;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task10;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task11;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task12;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task13;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task14;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task15;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task2;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task3;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task4;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task5;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task6;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task7;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task8;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task9;

/** A task and what is moved for it. */
public final class TaskGraph {
    private final String name;
    private final List<Transfer> in = new ArrayList<>();
    private final List<Transfer> out = new ArrayList<>();
    private final List<StandInTask> tasks = new ArrayList<>();

    public TaskGraph(String name) {
        this.name = name;
    }

    /** Arrays that are moved in a mode. */
    record Transfer(int mode, List<Object> arrays) {}

    public TaskGraph transferToDevice(int mode, Object... arrays) {
        in.add(new Transfer(mode, List.of(arrays)));
        return this;
    }

    public TaskGraph transferToHost(int mode, Object... arrays) {
        out.add(new Transfer(mode, List.of(arrays)));
        return this;
    }

    public ImmutableTaskGraph snapshot() {
        return new ImmutableTaskGraph(name, List.copyOf(in), List.copyOf(out), List.copyOf(tasks));
    }

    private TaskGraph add(String id, Object task, Object... arguments) {
        tasks.add(new StandInTask(name + "." + id, task, List.of(arguments)));
        return this;
    }

    public <T1> TaskGraph task(String id, Task1<T1> code, T1 arg1) {
        return add(id, code, arg1);
    }

    public <T1, T2> TaskGraph task(String id, Task2<T1, T2> code, T1 arg1, T2 arg2) {
        return add(id, code, arg1, arg2);
    }

    public <T1, T2, T3> TaskGraph task(String id, Task3<T1, T2, T3> code, T1 arg1, T2 arg2, T3 arg3) {
        return add(id, code, arg1, arg2, arg3);
    }

    public <T1, T2, T3, T4> TaskGraph task(String id, Task4<T1, T2, T3, T4> code, T1 arg1, T2 arg2, T3 arg3, T4 arg4) {
        return add(id, code, arg1, arg2, arg3, arg4);
    }

    public <T1, T2, T3, T4, T5> TaskGraph task(
            String id, Task5<T1, T2, T3, T4, T5> code, T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5);
    }

    public <T1, T2, T3, T4, T5, T6> TaskGraph task(
            String id, Task6<T1, T2, T3, T4, T5, T6> code, T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6);
    }

    public <T1, T2, T3, T4, T5, T6, T7> TaskGraph task(
            String id,
            Task7<T1, T2, T3, T4, T5, T6, T7> code,
            T1 arg1,
            T2 arg2,
            T3 arg3,
            T4 arg4,
            T5 arg5,
            T6 arg6,
            T7 arg7) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7);
    }

    public <T1, T2, T3, T4, T5, T6, T7, T8> TaskGraph task(
            String id,
            Task8<T1, T2, T3, T4, T5, T6, T7, T8> code,
            T1 arg1,
            T2 arg2,
            T3 arg3,
            T4 arg4,
            T5 arg5,
            T6 arg6,
            T7 arg7,
            T8 arg8) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8);
    }

    public <T1, T2, T3, T4, T5, T6, T7, T8, T9> TaskGraph task(
            String id,
            Task9<T1, T2, T3, T4, T5, T6, T7, T8, T9> code,
            T1 arg1,
            T2 arg2,
            T3 arg3,
            T4 arg4,
            T5 arg5,
            T6 arg6,
            T7 arg7,
            T8 arg8,
            T9 arg9) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9);
    }

    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> TaskGraph task(
            String id,
            Task10<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> code,
            T1 arg1,
            T2 arg2,
            T3 arg3,
            T4 arg4,
            T5 arg5,
            T6 arg6,
            T7 arg7,
            T8 arg8,
            T9 arg9,
            T10 arg10) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10);
    }

    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11> TaskGraph task(
            String id,
            Task11<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11> code,
            T1 arg1,
            T2 arg2,
            T3 arg3,
            T4 arg4,
            T5 arg5,
            T6 arg6,
            T7 arg7,
            T8 arg8,
            T9 arg9,
            T10 arg10,
            T11 arg11) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10, arg11);
    }

    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12> TaskGraph task(
            String id,
            Task12<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12> code,
            T1 arg1,
            T2 arg2,
            T3 arg3,
            T4 arg4,
            T5 arg5,
            T6 arg6,
            T7 arg7,
            T8 arg8,
            T9 arg9,
            T10 arg10,
            T11 arg11,
            T12 arg12) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10, arg11, arg12);
    }

    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13> TaskGraph task(
            String id,
            Task13<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13> code,
            T1 arg1,
            T2 arg2,
            T3 arg3,
            T4 arg4,
            T5 arg5,
            T6 arg6,
            T7 arg7,
            T8 arg8,
            T9 arg9,
            T10 arg10,
            T11 arg11,
            T12 arg12,
            T13 arg13) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10, arg11, arg12, arg13);
    }

    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14> TaskGraph task(
            String id,
            Task14<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14> code,
            T1 arg1,
            T2 arg2,
            T3 arg3,
            T4 arg4,
            T5 arg5,
            T6 arg6,
            T7 arg7,
            T8 arg8,
            T9 arg9,
            T10 arg10,
            T11 arg11,
            T12 arg12,
            T13 arg13,
            T14 arg14) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10, arg11, arg12, arg13, arg14);
    }

    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15> TaskGraph task(
            String id,
            Task15<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15> code,
            T1 arg1,
            T2 arg2,
            T3 arg3,
            T4 arg4,
            T5 arg5,
            T6 arg6,
            T7 arg7,
            T8 arg8,
            T9 arg9,
            T10 arg10,
            T11 arg11,
            T12 arg12,
            T13 arg13,
            T14 arg14,
            T15 arg15) {
        return add(
                id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10, arg11, arg12, arg13, arg14,
                arg15);
    }
}
