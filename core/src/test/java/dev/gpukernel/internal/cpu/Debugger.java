package dev.gpukernel.internal.cpu;

import static java.util.stream.Collectors.joining;

import com.sun.jdi.ArrayReference;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IntegerValue;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A program in a JVM of its own, under a debugger that stops it at a line, looks at the locals and lets it go on. */
final class Debugger implements AutoCloseable {
    private static final long MOST_MILLIS_WITHOUT_EVENT = 20_000;

    private final VirtualMachine machine;
    private final List<Stop> stops = new ArrayList<>();

    private Debugger(VirtualMachine machine) {
        this.machine = machine;
    }

    /**
     * A thread that stopped.
     *
     * @param thread the Java thread's number
     * @param locals the values of its local variables by name: numbers, and arrays of ints as lists
     */
    record Stop(long thread, Map<String, Object> locals) {
        int number(String local) {
            return (Integer) of(local);
        }

        Object of(String local) {
            Object value = locals.get(local);
            if (value == null) {
                throw new AssertionError("no " + local + " among " + locals);
            }
            return value;
        }
    }

    /**
     * Starts a program, which waits for {@link #stopsAt}.
     *
     * @param main its class
     * @param options options of its JVM
     * @param classPath where its classes are
     */
    static Debugger start(Class<?> main, List<String> options, List<String> classPath) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        String path = classPath.stream().distinct().collect(joining(System.getProperty("path.separator")));
        set(arguments, "main", main.getName());
        set(arguments, "options", String.join(" ", options) + " -cp \"" + path + "\"");
        return new Debugger(connector.launch(arguments));
    }

    private static void set(Map<String, Connector.Argument> arguments, String name, String value) {
        Connector.Argument argument = arguments.get(name);
        if (argument == null) {
            throw new AssertionError("no " + name + " among " + arguments);
        }
        argument.setValue(value);
    }

    /**
     * Runs the program to its end.
     *
     * @param className the class to stop in
     * @param line its line to stop at
     * @return every thread that stopped there, in their order
     * @throws TimeoutException if nothing happens for a long time
     */
    List<Stop> stopsAt(String className, int line) throws Exception {
        ClassPrepareRequest loaded = machine.eventRequestManager().createClassPrepareRequest();
        loaded.addClassFilter(className);
        loaded.enable();
        boolean ended = false;
        while (!ended) {
            EventSet events = machine.eventQueue().remove(MOST_MILLIS_WITHOUT_EVENT);
            if (events == null) {
                throw new TimeoutException("the program neither stops nor ends; stops so far: " + stops);
            }
            for (Event event : events) {
                ended |= handle(event, line);
            }
            events.resume();
        }
        return stops;
    }

    /** {@return whether the program has ended} */
    private boolean handle(Event event, int line) throws Exception {
        switch (event) {
            case ClassPrepareEvent prepared -> breakAt(prepared.referenceType(), line);
            case BreakpointEvent stopped ->
                stops.add(new Stop(
                        stopped.thread().uniqueID(), locals(stopped.thread().frame(0))));
            case VMDeathEvent _, VMDisconnectEvent _ -> {
                return true;
            }
            default -> {}
        }
        return false;
    }

    private void breakAt(ReferenceType type, int line) throws Exception {
        machine.eventRequestManager()
                .createBreakpointRequest(type.locationsOfLine(line).getFirst())
                .enable();
    }

    private static Map<String, Object> locals(StackFrame frame) throws Exception {
        Map<String, Object> locals = new LinkedHashMap<>();
        for (LocalVariable variable : frame.visibleVariables()) {
            locals.put(variable.name(), plain(frame.getValue(variable)));
        }
        return locals;
    }

    private static Object plain(Value value) {
        return switch (value) {
            case IntegerValue number -> number.value();
            case ArrayReference array ->
                array.getValues().stream().map(Debugger::plain).toList();
            default -> value.toString();
        };
    }

    /** {@return what the program printed, after its end} */
    String printed() throws IOException, InterruptedException, TimeoutException {
        Process process = machine.process();
        if (!process.waitFor(MOST_MILLIS_WITHOUT_EVENT, TimeUnit.MILLISECONDS)) {
            throw new TimeoutException("the program does not end");
        }
        String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.exitValue() != 0) {
            throw new AssertionError("exit code " + process.exitValue() + ": " + errors);
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        machine.process().destroyForcibly();
    }
}
