package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.CallPaths;
import dev.gpukernel.internal.ir.CudaBody;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the generated functions of a kernel share: their names, the kernel's arrays, and the numbers of fault sites and paths. */
final class PtxModule {
    private final KernelUnit unit;
    private final String entry;
    private final CallPaths paths;
    private final FaultSites sites;
    private final ReadOnlyArrays readOnly;
    private final boolean ranksFaults;
    private final Map<Function, String> names = new LinkedHashMap<>();

    PtxModule(KernelUnit unit) {
        Function kernel = unit.function();
        this.unit = unit;
        this.entry = identifier(kernel.name());
        this.paths = new CallPaths(kernel);
        this.sites = new FaultSites(paths);
        this.readOnly = new ReadOnlyArrays(kernel, unit.distinctArrays());
        this.ranksFaults = kernel.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr -> instr.op() instanceof Op.FaultRank);
        // Modules can be assembled together, so functions are named after their kernel.
        for (Function called : kernel.calledFunctions()) {
            CudaBody cuda = called.cuda();
            String own = entry + "_f" + names.size() + "_" + identifier(called.name());
            names.put(called, cuda == null ? own : cuda.symbol());
        }
        names.put(kernel, entry);
    }

    /** {@return a PTX identifier for a name} */
    private static String identifier(String name) {
        return name.replaceAll("[^A-Za-z0-9_]", "_");
    }

    /** {@return the name of a function} */
    String name(Function function) {
        String name = names.get(function);
        if (name == null) {
            throw new IllegalArgumentException(function.name() + " is not called by the kernel");
        }
        return name;
    }

    boolean isKernel(Function function) {
        return function == unit.function();
    }

    /** {@return along which axes the loops of a nest lie, that of the outermost first; none for a grid kernel} */
    List<Axis> axes() {
        KernelUnit.Nest nest = unit.nest();
        return nest == null ? List.of() : nest.axes();
    }

    /** {@return whether the kernel says which of its faults is the first} */
    boolean ranksFaults() {
        return ranksFaults;
    }

    CallPaths paths() {
        return paths;
    }

    FaultSites sites() {
        return sites;
    }

    ReadOnlyArrays readOnly() {
        return readOnly;
    }

    /** {@return whether a fault must say by which calls control got there} */
    boolean reportsPaths() {
        return names.keySet().stream()
                .anyMatch(function -> !isKernel(function) && function.effects().mayFault());
    }

    /** {@return the generated code} */
    PtxKernel emit(PtxTarget target) {
        StringBuilder declarations = new StringBuilder();
        StringBuilder functions = new StringBuilder();
        for (Function function : unit.function().calledFunctions()) {
            PtxEmitter emitter = new PtxEmitter(this, function, target);
            if (function.isDeclared()) {
                declarations.append(emitter.declaration());
                continue;
            }
            functions.append(emitter.function());
            declarations.append(emitter.moduleDeclarations());
        }
        PtxEmitter kernel = new PtxEmitter(this, unit.function(), target);
        functions.append(kernel.entry(unit));
        declarations.append(kernel.moduleDeclarations());
        String text = ".version " + target.version() + "\n.target sm_" + target.architecture()
                + "\n.address_size 64\n\n" + declarations + functions;
        return new PtxKernel(entry, text, sites, kernel.prints(), kernel.waitsForGrid(), kernel.sharedBytesAtLaunch());
    }
}
