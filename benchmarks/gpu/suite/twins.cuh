// What all files of the suite share: TWIN makes a kernel known to the runner.
#pragma once
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>
#ifdef __CUDACC__
#include <cuda_runtime.h>
#else
#include "host.h"
#endif

struct Twin {
    const char *name;
    // Of each parameter, whether the kernel may write what it points to.
    std::vector<bool> written;
    const void *kernel;
    void (*launch)(const void *kernel, dim3 grid, dim3 block, void **arguments);
};

inline std::vector<Twin> &twins() {
    static std::vector<Twin> all;
    return all;
}

inline const Twin *findTwin(const char *name) {
    for (const Twin &twin : twins()) {
        if (std::strcmp(twin.name, name) == 0) return &twin;
    }
    return nullptr;
}

template <class... A> struct Registration {
    typedef void (*Kernel)(A...);

    Registration(const char *name, Kernel kernel) {
        std::vector<bool> written = {
            (std::is_pointer<A>::value && !std::is_const<typename std::remove_pointer<A>::type>::value)...};
        twins().push_back(Twin{name, written, (const void *)kernel, launch});
    }

    static void launch(const void *kernel, dim3 grid, dim3 block, void **arguments) {
#ifdef __CUDACC__
        cudaLaunchKernel(kernel, grid, block, arguments, 0, 0);
#else
        hostLaunch((Kernel)kernel, grid, block, arguments);
#endif
    }
};

template <class... A> Registration<A...> registration(const char *name, void (*kernel)(A...)) {
    return Registration<A...>(name, kernel);
}

#define TWIN(name) static const auto registered_##name = registration(#name, name);
