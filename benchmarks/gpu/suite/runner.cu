// Runs twins as SuiteReport asks, one line of standard input at a time:
//   int 5, long 5, float 3f800000          an argument; floating-point numbers, also double, as hexadecimal bits
//   array FILE BYTES                       an array with the bytes of a file
//   result BYTES                           an array that is zeroed before each run
//   launch NAME gx gy gz bx by bz          a launch with the arguments so far, after those that are there
//   info                                   prints registers, bytes of local memory and blocks of a multiprocessor of the first launch
//   check FOLDER                           runs once, writes each array that a kernel may write to FOLDER/INDEX, prints their indices
//   time                                   runs twice and prints the milliseconds of the second run by the device's clock
//   end                                    frees all
#include "../measured.cuh"
#include "twins.cuh"
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

struct Argument {
    std::vector<char> bytes;
    size_t size;
    bool isArray, isResult;
};

struct Planned {
    const Twin *twin;
    dim3 grid, block;
};

static std::vector<Argument> arguments;
static std::vector<Planned> plan;

static void fail(const std::string &what) {
    std::fprintf(stderr, "%s\n", what.c_str());
    std::exit(1);
}

template <class T> void number(std::istream &line) {
    T value;
    if (!(line >> value)) fail("not a number");
    const char *bytes = (const char *)&value;
    arguments.push_back(Argument{std::vector<char>(bytes, bytes + sizeof value), sizeof value, false, false});
}

// Hexadecimal bits, so that no digit is lost.
template <class T, class B> void bits(std::istream &line) {
    B value;
    if (!(line >> std::hex >> value)) fail("not a number");
    const char *bytes = (const char *)&value;
    arguments.push_back(Argument{std::vector<char>(bytes, bytes + sizeof(T)), sizeof(T), false, false});
}

static void array(const char *file, size_t size) {
    char *memory;
    CHECK(cudaMalloc(&memory, size ? size : 1));
    if (file) {
        std::vector<char> content(size);
        std::ifstream in(file, std::ios::binary);
        if (size && !in.read(content.data(), (std::streamsize)size)) fail(std::string("cannot read ") + file);
        CHECK(cudaMemcpy(memory, content.data(), size, cudaMemcpyHostToDevice));
    }
    const char *bytes = (const char *)&memory;
    arguments.push_back(Argument{std::vector<char>(bytes, bytes + sizeof memory), size, true, file == nullptr});
}

static char *memory(const Argument &argument) { return *(char *const *)argument.bytes.data(); }

static void run() {
    std::vector<void *> pointers;
    for (Argument &argument : arguments) {
        pointers.push_back(argument.bytes.data());
        if (argument.isResult) CHECK(cudaMemsetAsync(memory(argument), 0, argument.size));
    }
    for (const Planned &one : plan) {
        one.twin->launch(one.twin->kernel, one.grid, one.block, pointers.data());
        CHECK(cudaGetLastError());
    }
}

static void launch(std::istream &line) {
    std::string name;
    unsigned gx, gy, gz, bx, by, bz;
    if (!(line >> name >> gx >> gy >> gz >> bx >> by >> bz)) fail("launch NAME gx gy gz bx by bz");
    const Twin *twin = findTwin(name.c_str());
    if (!twin) fail("no twin " + name);
    if (twin->written.size() != arguments.size()) fail(name + " takes another number of arguments");
    plan.push_back(Planned{twin, dim3(gx, gy, gz), dim3(bx, by, bz)});
}

static void info() {
    cudaFuncAttributes attributes;
    const Planned &first = plan.front();
    int blocks = 0;
    CHECK(cudaFuncGetAttributes(&attributes, first.twin->kernel));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, first.twin->kernel,
                                                        (int)(first.block.x * first.block.y * first.block.z), 0));
    std::cout << attributes.numRegs << ' ' << attributes.localSizeBytes << ' ' << blocks << std::endl;
}

static void check(const std::string &folder) {
    run();
    CHECK(cudaDeviceSynchronize());
    std::ostringstream indices;
    for (size_t i = 0; i < arguments.size(); i++) {
        bool written = false;
        for (const Planned &one : plan) written |= one.twin->written[i];
        if (!written) continue;
        std::vector<char> content(arguments[i].size);
        CHECK(cudaMemcpy(content.data(), memory(arguments[i]), content.size(), cudaMemcpyDeviceToHost));
        std::ofstream out(folder + "/" + std::to_string(i), std::ios::binary);
        if (!out.write(content.data(), (std::streamsize)content.size())) fail("cannot write to " + folder);
        indices << i << ' ';
    }
    std::cout << indices.str() << std::endl;
}

// What a kernel returns the host waits for, as a call in Java does.
static void readResults() {
    for (Argument &argument : arguments) {
        long long result;
        if (argument.isResult) CHECK(cudaMemcpy(&result, memory(argument), argument.size, cudaMemcpyDeviceToHost));
    }
}

static void time() {
    static cudaEvent_t start, end;
    static bool made = false;
    if (!made) {
        CHECK(cudaEventCreate(&start));
        CHECK(cudaEventCreate(&end));
        made = true;
    }
    float millis;
    // Keeps the device busy while the host enqueues the run that is timed.
    run();
    readResults();
    CHECK(cudaEventRecord(start));
    run();
    readResults();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&millis, start, end));
    std::cout << millis << std::endl;
}

static void end() {
    for (Argument &argument : arguments) {
        if (argument.isArray) CHECK(cudaFree(memory(argument)));
    }
    arguments.clear();
    plan.clear();
    std::cout << "ended" << std::endl;
}

int main() {
    std::string text;
    while (std::getline(std::cin, text)) {
        std::istringstream line(text);
        std::string word, file;
        size_t size;
        line >> word;
        if (word == "int") number<int>(line);
        else if (word == "long") number<long long>(line);
        else if (word == "float") bits<float, unsigned>(line);
        else if (word == "double") bits<double, unsigned long long>(line);
        else if (word == "array" && line >> file >> size) array(file.c_str(), size);
        else if (word == "result" && line >> size) array(nullptr, size);
        else if (word == "launch") launch(line);
        else if (word == "info") info();
        else if (word == "check" && line >> file) check(file);
        else if (word == "time") time();
        else if (word == "end") end();
        else fail("cannot read: " + text);
    }
    return 0;
}
