package dev.gpukernel.diagnostic;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Every text that GpuKernel says to its user, each with a code that never changes its meaning. */
public enum Message {
    // ---- a kernel's declaration (said by the annotation processor and again at run time)

    /** A kernel with type parameters. */
    KERNEL_GENERIC("kernel '%s' has type parameters", "declare one kernel for each primitive type it is used with"),
    /** A kernel that returns something. */
    KERNEL_RETURNS(
            "kernel '%s' returns %s",
            "let it return a primitive value, an array of one, with up to four dimensions, an array of records of primitives, or an object of a class of yours, or declare it 'void' and store results in an array"),
    /** A kernel that returns nothing and has nowhere to put a result. */
    KERNEL_WITHOUT_ARRAY(
            "kernel '%s' returns nothing, and has neither an array nor a field to write a result into",
            "give it an array to write its results into, or let it return its result"),
    /** An abstract or native kernel. */
    KERNEL_WITHOUT_BODY("kernel '%s' is %s", "write its body in Java: that is what runs on the GPU"),
    /** A parameter type that cannot go to the GPU; the last argument is {@link #didYouMean} of the type. */
    PARAMETER_TYPE(
            "parameter '%s' of kernel '%s' has type %s",
            "use a primitive type, an array of one with up to four dimensions, a record of primitives, an array of such records or of boxed numbers, an object of a class of yours, or a MemorySegment%s"),
    /** A parameter that is no primitive and is to be a constant of the code. */
    SPECIALISE_TYPE(
            "parameter '%s' of kernel '%s' is of type %s, which is no primitive and cannot be a constant of the code",
            "annotate a primitive parameter with @Specialise, such as a length"),
    /** A class whose launcher cannot be generated. */
    KERNEL_CLASS(
            "kernel '%s' is declared in %s",
            "declare kernels in a named class that is not private, so that a launcher beside it can reach them"),
    /** The generated class's name is taken. */
    LAUNCHER_NAME_TAKEN("the launcher of %s would be named %s, which exists already", "rename one of the two classes"),
    /** A type in a kernel's declaration that its launcher cannot name. */
    LAUNCHER_TYPE_HIDDEN(
            "kernel '%s' takes or throws %s, which its launcher cannot reach",
            "let the package of the kernel see that type, and the types around it"),
    /** Kernels that are told apart by what their GpuArrays hold, which says nothing of a result. */
    LAUNCHER_RESULT(
            "kernel '%s' returns %s, but %s returns %s, and both have the same launcher for GpuArrays",
            "give one of them another name"),
    /** An instance kernel and a static one that takes its object. */
    LAUNCHER_TAKEN("kernel '%s' and %s would have the same launcher", "give one of them another name"),
    /** The generated class could not be stored. */
    LAUNCHER_NOT_WRITTEN("the launcher %s could not be written: %s", "check the compiler's output folder"),
    /** A thread-block size in the annotation that no GPU has. */
    BLOCK_SIZE("blockSize = %s of kernel '%s' is not between 0 and 1024", "leave it out to have it chosen"),
    /** Two kernels of one name in a class looked up by name alone. */
    KERNEL_AMBIGUOUS("class %s has %s kernels named '%s': %s", "look it up with its parameter types"),
    /** No such kernel. */
    KERNEL_NOT_FOUND("class %s has no @GpuKernel method %s", "annotate it with @GpuKernel, or correct the name%s"),
    /** The kernel's module is closed to this library. */
    KERNEL_CLASS_CLOSED(
            "class %s cannot be reached: %s",
            "open its package to module dev.gpukernel, or use the generated launcher"),
    /** The class file cannot be read. */
    CLASS_FILE_MISSING(
            "the class file of %s cannot be read through its class loader",
            "a kernel's class must come from a class file, not from a hidden or generated class"),
    /** Classes of one name by several class loaders. */
    LOADERS_DIFFER(
            "kernel %s uses an object or method of class %s, but its class loader %s",
            "load the classes of the kernel and of the objects and functions that it is passed by one class loader, or by loaders that ask each other and have one class of each name"),

    // ---- a kernel's body

    /** A call to a method that has no meaning on the GPU; of the JDK's, also what in it has none; and what to write instead. */
    CALL_UNSUPPORTED(
            "call of %s%s",
            "%scall static methods, and methods of records and of objects that the kernel makes, which may contain what a kernel may contain"),
    /** A call of a method with a body in CUDA C that no kernel can call. */
    CUDA_FUNCTION(
            "call of %s, whose @CudaFunction no kernel can call: %s",
            "declare a static method with primitive parameters and a primitive result, and give it either a resource or a source"),
    /** Creating an object. */
    ALLOCATION(
            "creation of %s",
            "create only records, objects of classes of your own, and arrays of primitives; in an iteration or thread of a size that follows from the arguments; pass other arrays in as parameters"),
    /** An array whose rows are made one by one in a way that is not that of making all at once. */
    ROW_BY_ROW(
            "an array of rows %s",
            "set each row once, in one loop over all rows, to an array that the same iteration makes, of a length that follows from the row's number and what is known before; or make all rows at once: new double[rows][columns]"),
    /** Rows that are moved to other places. */
    ROWS_MOVED(
            "rows that are moved other than by rows that change places at once, or that are used under a name from before",
            "let rows change places in statements that stand together: double[] row = a[p]; a[p] = a[k]; a[k] = row; read a row again once rows have changed places; copy the elements of a row that is to be in two places, and let those of a grid kernel's arguments change places in a loop"),
    /** A read of an element of an array of records that the kernel makes, before all are stored. */
    NULL_RECORD(
            "an element of an array of records that may be null where it is read",
            "store all elements before, in one loop over the whole array"),
    /** A field access. */
    FIELD_ACCESS(
            "access to field %s",
            "read fields of your own classes; let one that is static final hold a primitive or an array of primitives with no row that is null; or pass its value in"),
    /** A field whose type no kernel takes. */
    FIELD_TYPE(
            "field %s of type %s",
            "read fields that are primitives, arrays of them with up to four dimensions, records, arrays of records of primitives, enums, MemorySegments, or objects of your own classes with such fields"),
    /** A field that threads share. */
    VOLATILE_FIELD(
            "volatile field %s",
            "read it before the launch and pass its value in: on a GPU no kernel sees what another thread writes meanwhile"),
    /** A write to a field of an object that is passed, of what it cannot be. */
    FIELD_WRITE(
            "write %s",
            "write fields that are primitives, enums or arrays of primitives; the latter, arrays that other fields or parameters hold or that the kernel makes"),
    /** A write to a field where each thread would write it. */
    FIELD_OF_THREADS(
            "write to field %s by the threads of a grid",
            "write it in a kernel of plain loops, or let threads store into an array"),
    /** A write to a field that may have to be done again, by a kernel whose print-outs would then come twice. */
    FIELD_AND_PRINT(
            "write to field %s, after which the kernel may throw, beside printing",
            "write the field at the end, after the last access that is checked, or print in another kernel"),
    /** A subroutine of bytecode. */
    EXCEPTION_HANDLER("'finally' is a subroutine, as compilers up to Java 6 made it", "compile the class anew"),
    /** A throw of something that is not made on the spot. */
    THROW_STATEMENT("throw of an exception that is not created there", "write: throw new SomeException(\"literal\")"),
    /** An exception made of what cannot be told to the host. */
    EXCEPTION_ARGUMENTS(
            "%s",
            "create it of texts, numbers, enum constants and arrays of these as objects; no more than six numbers may be computed"),
    /** A method that calls itself. */
    RECURSION("recursion: %s", "rewrite it as a loop; a GPU thread has no call stack to speak of"),
    /** A kernel with too much code. */
    KERNEL_TOO_LARGE("the kernel becomes too large with %s", "split it into several kernels"),
    /** Shared memory of a size that is not known when the kernel is compiled. */
    SHARED_NOT_CONSTANT(
            "Shared.%s with a size that is not a constant from 0 up",
            "use a literal or a static final int; for a size known at launch, take Shared.dynamicInts or its like and Launch.sharedBytes(n)"),
    /** Shared arrays for which a block's memory is too small. */
    SHARED_TOO_LARGE(
            "the shared arrays of kernel %s take %s bytes for each block, but %s has at most %s",
            "make them smaller, and let each block work on a smaller part at a time"),
    /** An atomic operation on an array that no other thread sees. */
    ATOMIC_OWN_ARRAY(
            "atomic operation on an array of the thread's own",
            "no other thread can see that array: use plain operators"),
    /** A print-out whose format is not known when the kernel is compiled, or does not fit. */
    PRINT_FORMAT(
            "Gpu.printf with %s",
            "give it a literal that java.util.Formatter takes, and for each of its specifiers a primitive value"),
    /** A table that is written to. */
    TABLE_WRITE("write to an element of a static final array", "pass the array in as a parameter"),
    /** A variable that may hold one of several objects. */
    OBJECT_CHOICE("variable that %s", "use one variable for each, or choose between their fields"),
    /** A lambda that does not tell what it does. */
    FUNCTION_UNSEEN(
            "'%s' is a lambda or method reference of %s that does not tell what it does, of which %s is called",
            "declare it with an interface of dev.gpukernel.function, or your own that extends Serializable; or cast it where it is made, (DoubleUnaryOperator & Serializable) x -> 2 * x; or make it in the kernel, or for a static final field"),
    /** A value that a lambda captures and no kernel can take. */
    CAPTURED_VALUE(
            "'%s' of type %s, which a lambda or method reference captures",
            "capture primitives, arrays of them with up to four dimensions, records, enums, MemorySegments, other functions, and objects of your own classes with such fields"),
    /** An object of which more is needed than its fields. */
    OBJECT_LEAVES(
            "an object of class %s that is %s",
            "keep objects in locals and in fields of objects that the kernel makes, or return them; store their numbers in arrays, or records of these in an array of records"),
    /** Random numbers that are others each time, or of a generator that iterations would share. */
    RANDOM_NUMBERS(
            "random numbers from %s",
            "make a generator with a seed in each iteration, new SplittableRandom(seed + i) or new Random(seed + i), or use dev.gpukernel.device.Philox"),
    /** A synchronized block. */
    SYNCHRONIZED(
            "synchronized",
            "leave it out, or take the lock around the launch: iterations and threads of a kernel cannot wait for locks"),
    /** A reference that is not an array parameter. */
    REFERENCE_VALUE(
            "use of %s",
            "use arrays, records and objects that the kernel makes; null can be assigned and compared, and nothing else"),
    /** An array variable that may be one of several arrays where these are not told apart. */
    ARRAY_CHOICE("array variable that %s", "choose the index, not the array, or use a kernel for each array"),
    /** A record that is something else if it is made twice. */
    RECORD_RESULT(
            "record %s as the result, whose constructor changes what it is given",
            "let its canonical constructor set each component to its parameter and at most check them; compute what it sets before"),
    /** A memory segment whose elements are of two types. */
    SEGMENT_LAYOUTS(
            "memory segment '%s' with the layouts %s and %s",
            "access each segment with layouts of one type; convert the bits of the other one, or pass parts of the segment as several arguments"),
    /** A bytecode instruction without a meaning. */
    INSTRUCTION_UNSUPPORTED("bytecode instruction %s", "rewrite this line with plain arithmetic, if and loops"),

    // ---- plain loops

    /** Neither a loop nor an index. */
    NOT_A_KERNEL(
            "kernel '%s' has neither a loop nor a grid index",
            "write a 'for' loop over the elements, or take the element from Grid.x()"),
    /** A shape of loop that is not understood. */
    LOOP_SHAPE(
            "the loop is not of the form 'for (int i = start; i < bound; i++)': %s",
            "bring it into that form, mark its variable with @Sequential to run it in its order, or write the kernel for one element with Grid.x()"),
    /** Code around the loop that is not scalar set-up. */
    LOOP_SURROUNDED("%s outside the loop", "move it into a loop, or out of the kernel"),
    /** A value carried from one iteration to the next. */
    LOOP_CARRIED(
            "variable '%s' carries a value from one iteration to the next%s",
            "declare it inside the loop; carried along may be a sum, a product, a minimum, a maximum or the like, also where it is read as it grows (s += x[i]; y[i] = s), or the best value so far and what goes with it; or mark the loop variable with @Sequential to run the loop in its order"),
    /** Iterations that depend on each other through an array. */
    LOOP_DEPENDENCE(
            "iterations are not independent: %s",
            "make each iteration touch its own elements only, write into another array, keep what the next iteration needs in a variable (s += x[i]; y[i] = s), add to shared integers with Atomic.add, mark the loop variable with @Parallel if you know better, or with @Sequential to run the loop in its order"),
    /** A loop whose iterations are launches. */
    HOST_LOOP("the host runs this loop and launches what is in it once for each iteration, since %s", "%s"),

    // ---- launching

    /** A null array. */
    NULL_ARRAY("argument '%s' (%s) of kernel %s is null", "pass an array"),
    /** An object that is null, passed to a grid kernel, or on which a kernel is to be called. */
    NULL_OBJECT(
            "object '%s' of kernel %s is null",
            "pass an object whose fields, as far as the kernel uses them, are not null"),
    /** An object for a kernel that takes none. */
    NO_OBJECT("kernel %s is static and takes no object of a class", "pass arrays and primitives"),
    /** An object that a kernel returns where the JVM lacks what makes it. */
    OBJECT_RESULT(
            "the kernel returns an object of class %s, which cannot be made without module jdk.unsupported",
            "start Java with --add-modules jdk.unsupported, or return numbers and arrays"),
    /** An array of records with null for an element, for a device. */
    NULL_ELEMENT(
            "element %s of %s is null, or a record that holds null",
            "pass records to graphs and GpuArrays; only what is written may be null before"),
    /** A record whose fields or constructor cannot be reached. */
    RECORD_ACCESS(
            "record %s cannot be read and made",
            "make it public in an exported package, or open its package to module dev.gpukernel"),
    /** A constructor of a record that makes something else of what it made. */
    RECORD_REMADE(
            "the constructor of record %s throws, or makes others of the numbers in a record that it made before",
            "have it leave valid components as they are: elements that a kernel writes are made by it once more, of their components"),
    /** An array of arrays with more elements than an int counts. */
    TOO_MANY_ELEMENTS("%s has %s elements, of at most %s", "launch the kernel for some of the rows at a time"),
    /** A row that is passed twice, and written, to a grid kernel. */
    SHARED_ROW(
            "kernel %s was given the same row in '%s' and '%s', one of which it writes",
            "pass rows of which each is there once"),
    /** An argument of another type than the parameter's. */
    ARGUMENT_TYPE("argument %s of kernel %s is %s, but the parameter '%s' has type %s", "pass a value of that type"),
    /** Too few or too many arguments. */
    ARGUMENT_COUNT("kernel %s takes %s arguments, but %s were passed", "pass one for each parameter"),
    /** A launch given to a loop kernel. */
    LAUNCH_ON_LOOP(
            "kernel %s is a plain loop and takes no grid and block sizes", "launch it without a Launch argument"),
    /** No launch given to a grid kernel. */
    LAUNCH_MISSING("kernel %s uses grid indices and needs a launch shape", "pass Launch.covering(n) first"),
    /** A dimension outside the limits. */
    LAUNCH_LIMIT("%s is %s, but must be from %s to %s%s", "choose a smaller or larger value, or Launch.covering(n)"),
    /** Threads that cannot use the class that waits for them. */
    LAUNCH_IN_INITIALISER(
            "kernel %s, whose threads wait for each other, is launched on the CPU by the initialiser of its own class",
            "launch it once the class is initialised, or declare it in a class of its own"),
    /** A closed array. */
    ARRAY_CLOSED("GpuArray of %s %s elements is closed", "use it before its try block ends"),
    /** A closed stream, event or graph. */
    RESOURCE_CLOSED("%s is closed", "use it before its try block ends"),
    /** An array whose elements have no address that others could use. */
    ARRAY_ADDRESS("GpuArray %s has no address, since %s", "%s"),
    /** Memory of another library that cannot be taken for an array. */
    FOREIGN_MEMORY("memory at %s with %s bytes cannot be taken for a GpuArray on %s: %s", "%s"),
    /** An array that other processes cannot open. */
    IPC_ARRAY(
            "GpuArray %s cannot be opened by other processes, since %s",
            "allocate it with Gpu.allocateShareable, and slice it there"),
    /** A handle of memory of another process that cannot be one. */
    IPC_HANDLE("a handle of memory of another process has %s bytes instead of %s", "pass what ipcHandle() gave there"),
    /** A stream of another library that is none of the device. */
    FOREIGN_STREAM("stream %s cannot be used on %s: %s", "%s"),
    /** A tensor of another library that cannot be taken for an array. */
    DLPACK_TENSOR("the DLPack tensor cannot be imported: %s", "%s"),
    /** A shape that an array cannot be exported with. */
    DLPACK_SHAPE(
            "%s elements cannot be exported as a DLPack tensor of shape %s",
            "pass sizes whose product is the number of elements"),
    /** An array that is used otherwise by the body of {@code GpuStream.enqueue}. */
    ARRAY_IN_USE(
            "GpuArray %s is %s by what GpuStream.enqueue runs, and nothing else may use it meanwhile",
            "do that before or after"),
    /** A device that shares nothing with other libraries. */
    SHARING_UNSUPPORTED("%s has no %s", "choose -Dgpukernel.backend=cuda"),
    /** Something inside {@code Gpu.record} that is no launch on arrays of the device. */
    NOT_RECORDABLE("%s cannot be recorded in a GpuGraph, at %s", "%s"),
    /** An argument of a graph that there is not. */
    GRAPH_ARGUMENT("the GpuGraph has no %s; it has %s", "name a launch and a parameter that it has"),
    /** Arrays of different devices. */
    DEVICE_MISMATCH("%s is on %s, but %s is on %s", "upload every array of one launch to the same device"),
    /** Arrays of one launch that are partly on the host. */
    MIXED_ARGUMENTS(
            "kernel %s was given both host arrays and GpuArrays: %s is on the host, %s is on a device",
            "pass either host arrays or GpuArrays in one launch; let the kernel take what it writes of a field's or a function's arrays as a parameter"),
    /** The same array, or slices that overlap, passed for two parameters whose accesses then conflict. */
    ALIASED_ARGUMENTS(
            "kernel %s was given %s for '%s' and '%s', %s", "pass two different arrays, or slices that do not overlap"),
    /** A grid kernel that returns something. */
    GRID_RETURNS(
            "kernel '%s' returns a value, but each of its threads would return one of its own",
            "declare it 'void' and let each thread store its result in an array"),
    /** A result that is asked for as something else. */
    RESULT_TYPE("kernel %s returns %s, not %s", "ask for the type that the kernel's method returns"),
    /** Arguments for which a loop is not known to have independent iterations. */
    LOOP_CONDITION(
            "a loop in kernel %s cannot run in parallel for these arguments: %s",
            "pass arguments for which that is true; @Parallel on the loop variable vouches for independence, not for how the loop ends"),
    /** Types of host and device array differ. */
    ARRAY_TYPE("host array is %s, but the GpuArray holds %s", "use arrays of the same type"),
    /** A buffer that is to be written and cannot be. */
    READ_ONLY_BUFFER("%s is a read-only buffer, %s", "pass a buffer that can be written"),
    /** A memory segment that cannot be used. */
    SEGMENT_UNUSABLE(
            "%s is a memory segment %s",
            "pass one that is open, that this thread may use and the kernel may write, and that begins at a multiple of its elements' size, or have the kernel use an unaligned layout; register native memory"),
    /** A memory segment that is not an array, for a grid kernel or a device. */
    SEGMENT_SIZE(
            "%s is a memory segment of %s bytes, which are not elements of %s bytes, or more than %s",
            "pass a slice that begins and ends with an element"),
    /** The default stream is not the user's. */
    DEFAULT_STREAM_CLOSE("the default stream of a device cannot be closed", "close only what newStream() gave"),
    /** Sizes of host and device array differ. */
    LENGTH_MISMATCH("host array has %s elements, but the GpuArray has %s", "use arrays of equal length"),
    /** Rows of other lengths than those of the device array, or null. */
    ROW_LENGTH(
            "row %s of the host array %s, but %s",
            "use rows that are as long as those of the GpuArray, and empty ones in place of null"),
    /** Rows of several lengths on a device, where their lengths must be those that are known already. */
    RAGGED_ROWS(
            "a GpuArray with rows of several lengths, '%s', cannot go to %s",
            "record the graph with such an array, and pass rows of the host where rows change places"),
    /** An image and an array of other elements than it keeps. */
    IMAGE_TYPE("the image keeps its pixels as %s, not as %s", "use that type of array, or int[] for colours"),
    /** Sizes of image and device array differ. */
    IMAGE_SIZE(
            "an image of %s x %s pixels has %s elements of %s, but the GpuArray has %s",
            "use an image and an array of equal size"),
    /** A negative size. */
    NEGATIVE_SIZE("%s is %s, but must be at least 0", "pass the number of elements"),
    /** More elements than there can be where an array of Java's is meant. */
    ARRAY_TOO_LONG(
            "%s has %s elements, but %s has at most %s",
            "take a slice of it, or have the kernel take a MemorySegment and use its elements in loops that are parallel"),
    /** Not an array of primitives. */
    NOT_PRIMITIVE_ARRAY(
            "%s is not a one-dimensional array of primitives or of records of primitives",
            "use such an array; for one of arrays, allocate(type, rows, columns) or upload(rows)"),
    /** Not an array of rows of primitives. */
    NOT_ROWS(
            "%s is not an array of primitives of %s dimensions, from 2 to 4",
            "use a type with as many dimensions as there are sizes, such as double[][].class for rows and columns"),

    // ---- threads that work together

    /** A barrier or warp operation that not all threads reach which must. */
    BARRIER_DIVERGENCE(
            "the threads of block %s that have not returned wait at different places: %s",
            "let all of them reach the same barrier, and all lanes of a warp the same warp operation, at the same place in the source"),
    /** A warp operation that asks for the value of a lane that is not there. */
    LANE_ABSENT(
            "%s asks for the value of lane %s, but the lanes that take part are %s",
            "ask only lanes that exist and have not returned"),
    /** A mask without the lane that waits for it. */
    LANE_NOT_IN_MASK(
            "Warp.sync waits for the lanes %s, but this thread is lane %s", "give the mask its own lane's bit"),
    /** Two parts of the dynamic shared memory that overlap. */
    SHARED_OVERLAP(
            "%s and %s share bytes of the dynamic shared memory",
            "cut it into parts that do not overlap; give a part the same type, offset and length wherever it is used"),
    /** A grid that is to wait for itself and does not fit on the device at once. */
    GRID_SYNC_SIZE(
            "kernel %s waits for its whole grid, but of %s blocks of %s threads only %s fit on %s at once",
            "launch at most that many blocks, and let each thread do the work of several"),
    /** A device that cannot run blocks that wait for each other. */
    GRID_SYNC_UNSUPPORTED(
            "kernel %s waits for its whole grid, which %s cannot do",
            "end the kernel where it waits, and launch another one for the rest"),
    /** Print-outs that did not fit. */
    PRINT_LOST(
            "%s print-outs of kernels were lost: between two synchronisations there is room for %s bytes of them",
            "print less, or synchronise more often"),

    // ---- devices

    /** An unknown backend name. */
    BACKEND_UNKNOWN("-Dgpukernel.backend=%s is not a backend", "use one of: %s%s"),
    /** A backend that was asked for and is absent. */
    BACKEND_ABSENT("backend '%s' is not available: %s", "install what is missing, or use -Dgpukernel.backend=auto"),
    /** A device index out of range. */
    DEVICE_UNKNOWN("-Dgpukernel.device=%s is not a device of backend '%s'", "use a number from 0 to %s: %s"),
    /** A limit of device memory that is no size. */
    MEMORY_LIMIT_UNKNOWN(
            "-Dgpukernel.memory=%s is not a size", "use bytes, or a number with k, m, g or t, such as 2g%s"),
    /** A system property that is mistyped. */
    SETTING_UNKNOWN("system property '%s' is none of GpuKernel's settings and does nothing", "%s"),
    /** A value of a system property that is mistyped. */
    SETTING_VALUE("-D%s=%s: '%s' is no value of this setting and does nothing", "use %s%s"),
    /** A library that is not on the class path. */
    LIBRARY_MISSING(
            "GpuKernel cannot run without ASM: there is no class %s",
            "put asm-9.11.1.jar and asm-tree-9.11.1.jar, or newer ones, beside gpukernel-core on the class path; Maven and Gradle do so by themselves"),
    /** No library of the NVIDIA driver. */
    DRIVER_MISSING(
            "the NVIDIA driver's library was not found; looked for %s",
            "install the NVIDIA driver; start a container with '--gpus all' and the NVIDIA container toolkit"),
    /** A driver without a device. */
    NO_DEVICE(
            "the NVIDIA driver (%s) finds no GPU",
            "check that nvidia-smi lists one and that CUDA_VISIBLE_DEVICES does not hide it; start a container with '--gpus all'"),
    /** The JVM does not let this code call native functions. */
    NATIVE_ACCESS_DENIED(
            "the JVM does not allow module %s to call the NVIDIA driver", "start it with --enable-native-access=%s"),
    /** The driver refused a call. */
    DRIVER_CALL("%s(%s) failed with %s: %s", "%s"),
    /** Too little memory on the device. */
    OUT_OF_DEVICE_MEMORY(
            "%s bytes are needed on %s, but %s of %s are free%s",
            "close GpuArrays that are no longer needed, or work on a smaller part at a time"),
    /** Arrays of a thread's own that are too large, of lengths that a launch tells. */
    OWN_ARRAYS_TOO_LARGE(
            "each thread of kernel %s needs %s bytes for arrays of its own, but on %s it has at most %s",
            "make these arrays smaller, or pass one in with a part for each thread"),
    /** No pinned host memory to copy through. */
    PINNED_MEMORY_SHORT(
            "no pinned host memory to stage copies in; arrays are copied directly, several times slower",
            "raise the process's memory limits (ulimit -l, the container's)"),
    /** An exception of a kernel whose arrays were all closed. */
    FAULT_UNREAD(
            "a kernel threw, and every array that it wrote was closed before anything waited for it",
            "copy a result, or synchronize the stream, before the arrays are closed"),
    /** More values of a parameter than there is code for. */
    SPECIALISED_OFTEN(
            "kernel %s is launched with more than %s values of its @Specialise parameters; from now on, others run code for any value",
            "leave the annotation out, or set its limit if the kernel shall be compiled so often"),
    /** A kernel that asks whether an argument is null, and went on with one that is. */
    RAN_AS_JAVA(
            "kernel %s was given %s and ran as plain Java, on one thread: compiled code takes it that no argument, no record and no row is null,"
                    + " that no object is there twice of which a field is written, and no object or array that is compared, that no row is there twice, or much longer than the others, and that a memory segment holds whole elements, 2147483647 at most",
            "pass an array, an empty one if need be, with rows of about one length and without null, a slice of a segment that ends with an element, or write a kernel without the argument"),
    /** A grid kernel that was launched with what code of a GPU is not made for. */
    RAN_ON_CPU(
            "kernel %s was given rows or records that are null and ran on the CPU: code of a GPU takes it that none is",
            "pass rows of no elements, and records of zeros"),
    /** Memory of the host that a GPU shall read where it is, without that being pinned. */
    PAGEABLE_MEMORY(
            "%s cannot read memory of the host that is not pinned: its attribute PAGEABLE_MEMORY_ACCESS is 0",
            "register it with Reading.IN_PLACE, which pins it"),
    /** A function that the driver is too old for. */
    DRIVER_TOO_OLD("the NVIDIA driver has no function %s", "install driver %s or newer"),
    /** The generated PTX was refused by the driver. */
    PTX_REFUSED("the driver refused the PTX of kernel %s: %s", "please report it with the kernel's source"),
    /** A TornadoVM without what is needed of it. */
    TORNADO_INCOMPLETE(
            "TornadoVM %s cannot run kernels, since it lacks %s",
            "install TornadoVM 5.2, or choose another backend with -Dgpukernel.backend"),
    /** Something in a kernel that TornadoVM has no way to do. */
    TORNADO_UNSUPPORTED(
            "kernel %s cannot run through TornadoVM, which has no way to do this: %s, at %s",
            "choose -Dgpukernel.backend=cuda, or cpu, or run the kernel on such a Gpu; with arrays on the host in place of GpuArrays, -Dgpukernel.backend=auto runs it by cuda on the same GPU"),
    /** A kernel that TornadoVM refused runs by another backend. */
    TORNADO_LEFT(
            "kernel %s runs on %s instead of %s: %s",
            "-Dgpukernel.backend=cuda runs all kernels there; with -Dgpukernel.backend=tornado this is an error"),
    /** A slice of an array of a device of TornadoVM. */
    TORNADO_SLICE(
            "elements %s to %s of a GpuArray cannot be a slice through TornadoVM, whose kernels work on whole arrays",
            "choose -Dgpukernel.backend=cuda, or cpu, or pass the kernel the array and where to begin"),
    /** A kernel that TornadoVM could not compile or run. */
    TORNADO_FAILED(
            "TornadoVM %s failed to %s kernel %s: %s",
            "choose -Dgpukernel.backend=cuda, which compiles the kernel by itself, and please report it"),
    /** Too little device memory for TornadoVM. */
    TORNADO_MEMORY(
            "TornadoVM has no more device memory for kernel %s: %s",
            "it takes 4 GB unless Java is started with more, such as -Dtornado.device.memory=16GB"),
    /** Arrays whose shapes are not those of one operation. */
    SHAPES_DIFFER(
            "arrays of shapes %s and %s have no common shape: %s and %s elements along axis %s",
            "sizes must be equal or 1, counted from the last axis; expandDims and reshape give an array other axes"),
    /** A shape that an array cannot be repeated to. */
    NO_BROADCAST(
            "an array of shape %s cannot be broadcast to shape %s",
            "sizes must be equal, or 1 in the array, counted from the last axis"),
    /** A shape of more or fewer elements. */
    NO_RESHAPE(
            "an array of shape %s, of %s elements, cannot have shape %s",
            "give a shape of as many elements, or -1 for one of its sizes"),
    /** An axis that an array does not have. */
    NO_AXIS("axis %s is none of an array of shape %s", "choose one from %s to %s"),
    /** Axes that are not each of an array's once. */
    NO_PERMUTATION("axes %s are not those of an array of shape %s", "name each axis once"),
    /** An axis of a size other than 1, to be left out. */
    NO_SQUEEZE("axis %s of an array of shape %s has %s elements", "only axes of size 1 can be left out"),
    /** An index that an array does not have. */
    ARRAY_INDEX("index %s is out of range for the first axis of an array of shape %s", "that axis has %s elements"),
    /** A mask of other axes than an array. */
    MASK_SHAPE(
            "a mask of shape %s does not choose from an array of shape %s",
            "give a mask of the array's shape, or of the shape of its first axes"),
    /** Not as many values as there are elements to replace. */
    MASK_VALUES("%s values are to replace the %s elements that a mask chooses", "give one for each, or one for all"),
    /** Not one index for each axis. */
    NOT_AN_ELEMENT(
            "%s indices name no element of an array of shape %s", "give %s indices, or use at and slice for views"),
    /** Elements that are not in the memory where strides say they are. */
    STRIDES(
            "an array of shape %s with strides %s from element %s on is not within memory of %s elements",
            "pass a stride for each axis, and memory that has every element"),
    /** A slice that stays where it is. */
    SLICE_STEP("the step of a slice is 0", "give a positive step, or a negative one to go backwards"),
    /** A size below 0. */
    SHAPE_NEGATIVE("shape %s has a negative size", "sizes are at least 0"),
    /** An array with too many elements. */
    SHAPE_TOO_LARGE("an array of shape %s has more than %s elements", "split it"),
    /** Rows of several lengths, in an array that has one for all. */
    ROWS_DIFFER("row %s has %s elements and the first one has %s", "fill shorter rows up"),
    /** The least or greatest of no elements. */
    NOTHING_TO_REDUCE(
            "an array of shape %s has no elements of which one could be the least or greatest",
            "ask for that where each of the axes has elements"),
    /** What a function of elements may not do. */
    ELEMENT_FUNCTION(
            "a function that is applied to each element of an array %s",
            "let it compute one number or condition of numbers, and of arrays of one dimension that it only reads"),
    /** What is no method that can be applied to the elements of arrays. */
    NOT_VECTORIZED(
            "'%s' cannot be applied to the elements of arrays",
            "let it be a static method with parameters, all of them and the result int, long, float, double or boolean, or with a signature arrays of these, in a class that its package sees"),
    /** A signature that is none, or that a method does not have. */
    UFUNC_SIGNATURE(
            "signature '%s' of '%s' %s",
            "write (n),(n)->() for 'static float dot(float[] x, float[] y)', and (n)->(n) for 'static void f(float[] x, float[] result)'"),
    /** Arrays whose inner dimensions are not those of a signature. */
    CORE_DIMENSIONS(
            "arrays of shapes %s are no arguments of '%s' with the signature %s: %s",
            "the last axes of each array are the dimensions in the signature; transpose, moveAxis and reshape give an array other axes"),
    /** Arrays of other types, or another number, than a method takes. */
    VECTORIZED_ARGUMENTS("method '%s' takes %s, and not arrays of %s", "convert arrays with toFloat() and so on"),
    /** Another type than a method gives. */
    VECTORIZED_RESULT("a method that gives %s was asked for %s", "ask for what it gives"),
    /** An array that is no image, or one of another size. */
    IMAGE_SHAPE(
            "an array of shape %s is not an image of %s",
            "give it the shape (height, width), or (height, width, samples) where a pixel has several samples"),
    /** Memory of another size or type than what is computed into it. */
    TARGET_DIFFERS(
            "%s cannot take an array of shape %s, %s elements of type %s",
            "give a GpuArray of as many elements of that type"),
    /** A scope that is closed while another one, opened later, is open. */
    SCOPE_ORDER(
            "a scope of arrays is closed before one that was opened in it, or by another thread",
            "open each in a try statement, in the thread that uses it"),
    /** A number among matrices. */
    NO_MATRIX(
            "arrays of shapes %s and %s have no product of matrices",
            "each needs an axis; times multiplies by a number"),
    /** Rows and columns of several lengths. */
    DEPTHS_DIFFER(
            "matrices of shapes %s and %s have no product: rows of %s elements and columns of %s",
            "the last axis of the first must be as long as the last but one of the second; transpose gives axes another order"),
    /** Stacks of matrices whose shapes are not those of one operation. */
    STACKS_DIFFER(
            "stacks of matrices of shapes %s and %s have no common shape: %s and %s matrices along axis %s",
            "sizes before the last two must be equal or 1, counted from the last axis"),
    /** Letters of axes that do not fit. */
    EINSUM(
            "einsum cannot follow '%s': %s",
            "write a letter for each axis of each operand, and those of the result, as in 'ik,kj->ij'"),
    /** Keys that are not one for each element. */
    KEYS_DIFFER(
            "an array of shape %s cannot be sorted by keys of shape %s",
            "both must have one axis, of the same size; reshape gives an array other axes"),
    /** More of the greatest elements than there are. */
    TOP_COUNT(
            "the greatest %s elements of an array of shape %s along axis %s are not there",
            "that axis has %s elements"),
    /** An array of several axes where there must be one. */
    NOT_ONE_AXIS("%s needs an array of one axis, and this one has shape %s", "reshape(-1) makes all axes one"),
    /** A negative number that is to be counted. */
    COUNT_NEGATIVE("bincount counts numbers from 0 on, and %s is among them", "add what makes the least of them 0"),
    /** Ranges that cannot be made. */
    HISTOGRAM_RANGE(
            "a histogram cannot have %s ranges from %s to %s",
            "give at least one, and finite ends of which the first is less"),
    /** An array that is to be there less than no times. */
    REPEAT_COUNT("an array cannot be repeated %s times", "counts are at least 0"),
    /** More elements that cannot be made. */
    PADDING(
            "axis %s of an array of shape %s cannot be padded by %s before and %s behind",
            "counts are at least 0, and an axis without elements has none to go on with: pad it with a value"),
    /** Arrays that do not fit behind each other. */
    JOINED_SHAPES(
            "arrays of shapes %s and %s cannot be joined along axis %s",
            "all other sizes must be equal; stack puts arrays of one shape along a new axis"),
    /** An axis that is not divisible. */
    SPLIT_UNEVEN(
            "axis %s of %s elements cannot be split into %s equal parts", "give a divisor, or say where parts end"),
    /** No number to choose. */
    RANDOM_BOUND("there are no numbers from 0 on that are less than %s", "give a bound of at least 1"),
    /** A file that holds no array, or one of another kind. */
    NPY_FORMAT(
            "%s is no file of NumPy's that can be read: %s",
            "numpy.save and numpy.savez write such files; astype makes other elements numbers of up to 64 bits"),
    /** An array of elements that have no order here. */
    SORT_TYPE("a GpuArray<%s> cannot be sorted", "sorts take arrays of int, long, float and double"),
    /** A sequence without end. */
    RANGE_STEP(
            "a range from %s to %s cannot go in steps of %s",
            "give a step that is not 0, and ends that are no further apart than an array is long"),
    // ---- CUDA C

    /** No library that compiles CUDA C. */
    NVRTC_MISSING(
            "CUDA C cannot be compiled: NVRTC was not found; looked for %s",
            "install a CUDA toolkit, set -Dgpukernel.nvrtc to the path of libnvrtc, or add the dependency org.bytedeco:cuda-redist with classifier linux-x86_64"),
    /** A library that was found and cannot be used. */
    NVRTC_UNUSABLE("NVRTC in %s cannot be used: %s", "let -Dgpukernel.nvrtc name the library of CUDA 11.2 or newer"),
    /** An architecture that NVRTC does not know. */
    NVRTC_ARCHITECTURE("NVRTC %s cannot compile for %s; it knows %s", "use the NVRTC of a CUDA version for this GPU"),
    /** A library of CUDA's, such as cuFFT, that is not there. */
    CUDA_LIBRARY(
            "library %s of CUDA was not found; looked for %s",
            "install a CUDA toolkit, or pass the folder that the library is in"),
    /** Source that NVRTC refuses; the log is its own. */
    CUDA_SOURCE("%s does not compile for %s:%n%s", "correct the lines that the log names"),
    /** A source or header that is not there. */
    CUDA_FILE("%s was not found %s", "check its name, and that it is among the resources of the class"),
    /** Bytes that are no code. */
    CUDA_CODE(
            "%s is neither PTX nor a cubin nor a fatbin nor LTO IR",
            "make it by nvcc -ptx, nvcc -cubin, nvcc -fatbin, or nvcc -dlto -ltoir"),
    /** Code that the linker refuses; the log is its own. */
    CUDA_LINK(
            "%s cannot be linked: %s",
            "compile parts that use each other's functions with CudaOptions.relocatable(), or with nvcc -rdc=true; declare static what one part alone uses"),
    /** A kernel that a module does not have. The help says which it has. */
    CUDA_KERNEL("%s has no kernel '%s'", "%s"),
    /** A type that no parameter of a raw kernel can have. */
    CUDA_PARAMETER(
            "parameter %s of raw kernel '%s' is declared as %s",
            "declare a primitive type for a value, and an array of one or MemorySegment for a pointer"),
    /** A direction for what is no array, or none for one. */
    CUDA_DIRECTION(
            "parameter %s of raw kernel '%s' is of type %s, which has another direction",
            "declare it by in(…), out(…) or inOut(…) if it is an array, else by value(…)"),
    /** An interface or method that is no declaration of raw kernels. */
    CUDA_INTERFACE(
            "'%s' is no declaration of raw kernels: %s",
            "declare an interface that is not private, whose methods return nothing and take a Launch first, then primitive types, arrays of them, GpuArrays of these, or MemorySegments"),
    /** Another number of parameters than the code has. */
    CUDA_PARAMETER_COUNT(
            "raw kernel '%s' is declared with %s parameters, but has %s", "declare all of them, in their order"),
    /** A parameter of another size than the code has. */
    CUDA_PARAMETER_SIZE(
            "parameter %s of raw kernel '%s' is declared as %s, of %s bytes, but has %s bytes",
            "declare the type that it has in CUDA C: a pointer is an array, a 'long long' is a long, an 'int' an int"),
    /** A device that would have to run a function's body in Java, where it has one in CUDA C alone. */
    CUDA_FUNCTION_BODY(
            "kernel %s calls %s, which has a body in CUDA C alone; %s cannot run it",
            "run it on an NVIDIA GPU of backend 'cuda', or give the method a body in Java that does the same, in place of 'native'"),
    /** A function that a source does not have. The help says which it has. */
    CUDA_FUNCTION_MISSING("%s has no function '%s' for %s", "%s"),
    /** A function that is declared with other parameters in Java. */
    CUDA_FUNCTION_DIFFERS(
            "%s has the parameters (%s) in Java, but %s has (%s) in CUDA C",
            "declare the same: an int is an int or unsigned, a long a long long, a char an unsigned short, a boolean a bool"),
    /** CUDA C on a device that does not run it. */
    CUDA_DEVICE(
            "%s is CUDA C, which %s cannot run",
            "run it on an NVIDIA GPU of backend 'cuda': choose it by -Dgpukernel.backend=cuda, or by gpu.run(…)"),
    /** A kernel of CUDA C that left its memory, or failed otherwise. */
    CUDA_FAULT(
            "a kernel of CUDA C failed on the GPU, one of those launched so far: %s; the driver says %s: %s, at %s. All memory and code of this process on the GPU is lost, and all further calls fail",
            "look for an index beyond an array, with compute-sanitizer java …, and start the JVM again"),
    /** A variable that a module does not have. */
    CUDA_VARIABLE(
            "%s has no variable '%s'",
            "declare it as extern \"C\" __device__ or __constant__, outside of functions, and use it in a kernel"),
    /** A variable of another size. */
    CUDA_VARIABLE_SIZE("variable '%s' has %s bytes, but %s", "use as many elements of that type as it has"),

    // ---- GpuKernel itself

    /** Something that should not happen. */
    BUG("%s", "this is a bug in GpuKernel; please report it");

    private static final String NEXT = "\n    ";
    private static final String HELP = NEXT + "help: ";

    /** So many dimensions an array has at most. */
    private static final int MOST_DIMENSIONS = 4;

    private final String code;
    private final String text;
    private final String help;

    Message(String text, String help) {
        this.code = camelCase(name());
        this.text = text;
        this.help = help;
    }

    /** {@return the code, such as {@code KernelNotStatic}} */
    public String code() {
        return code;
    }

    /**
     * Fills in the placeholders.
     *
     * @param arguments one for each placeholder, those of the text first, then those of the help
     * @return {@code [Code] text}, and on a second line what to do
     */
    public String format(Object... arguments) {
        return format(List.of(), arguments);
    }

    /** {@return the same, with lines between text and help} */
    String format(List<String> lines, Object... arguments) {
        String between = lines.stream().map(NEXT::concat).collect(Collectors.joining());
        return "[" + code + "] " + text(arguments) + between + HELP + help(arguments);
    }

    /** {@return the text alone, its placeholders filled in} */
    String text(Object... arguments) {
        return text.formatted(arguments);
    }

    /** {@return the help alone, its placeholders filled in with what the text leaves} */
    String help(Object... arguments) {
        String both = (text + HELP + help).formatted(arguments);
        return both.substring(text.formatted(arguments).length() + HELP.length());
    }

    /**
     * The supported parameter type that was probably meant, for the help of {@link #PARAMETER_TYPE}.
     *
     * @param type the unsupported type as Java prints it, such as {@code java.util.List<java.lang.Float>}
     * @return {@code ; did you mean 'float[]'?}, what to do without a generator of random numbers, or nothing
     */
    public static String didYouMean(String type) {
        String meant = type.replaceFirst("java\\.util\\.\\w*(?:List|Collection)<(.+)>", "$1[]")
                .replaceFirst("dev\\.gpukernel\\.GpuArray<(.+)>", "$1")
                .replaceFirst("java\\.nio\\.(\\w+)Buffer", "$1[]");
        String element = switch (meant.replace("[]", "").replace("java.lang.", "")) {
            case "boolean", "Boolean" -> "boolean";
            case "byte", "Byte" -> "byte";
            case "short", "Short" -> "short";
            case "char", "Char", "Character" -> "char";
            case "int", "Int", "Integer" -> "int";
            case "long", "Long" -> "long";
            case "float", "Float" -> "float";
            case "double", "Double" -> "double";
            default -> "";
        };
        if (element.isEmpty()) {
            return type.matches("java\\.util\\.(?:Splittable)?Random|java\\.util\\.random\\.\\w+")
                    ? "; pass a seed, and make the generator in each iteration"
                    : "";
        }
        long dimensions = meant.chars().filter(character -> character == '[').count();
        return "; did you mean '" + element + "[]".repeat((int) Math.min(dimensions, MOST_DIMENSIONS)) + "'?";
    }

    private static String camelCase(String name) {
        StringBuilder result = new StringBuilder();
        for (String word : name.split("_", -1)) {
            result.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return result.toString();
    }
}
