// A library that takes tensors of DLPack from Java and gives some, with the structures of dlpack.h 1.0. Memory is the host's, or the GPU's by
// the driver.
//
//   cc -shared -fPIC -O1 -o libdlpack_peer.so dlpack_peer.c -ldl -lpthread
#include <dlfcn.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t major;
    uint32_t minor;
} DLPackVersion;

typedef enum { kDLCPU = 1, kDLCUDA = 2 } DLDeviceType;

typedef struct {
    DLDeviceType device_type;
    int32_t device_id;
} DLDevice;

typedef struct {
    uint8_t code;
    uint8_t bits;
    uint16_t lanes;
} DLDataType;

typedef struct {
    void *data;
    DLDevice device;
    int32_t ndim;
    DLDataType dtype;
    int64_t *shape;
    int64_t *strides;
    uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensorVersioned {
    DLPackVersion version;
    void *manager_ctx;
    void (*deleter)(struct DLManagedTensorVersioned *self);
    uint64_t flags;
    DLTensor dl_tensor;
} DLManagedTensorVersioned;

static atomic_long made;
static atomic_long deleted;

// The driver's functions, of which this uses a few: 0 is success.
typedef unsigned long long CUdeviceptr;
typedef int (*Retain)(void **context, int device);
typedef int (*Push)(void *context);
typedef int (*Pop)(void **context);
typedef int (*Release)(int device);
typedef int (*Allocate)(CUdeviceptr *address, size_t bytes);
typedef int (*Free)(CUdeviceptr address);
typedef int (*ToDevice)(CUdeviceptr to, const void *from, size_t bytes);
typedef int (*ToHost)(void *to, CUdeviceptr from, size_t bytes);

static void *driver(const char *name) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    return library == NULL ? NULL : dlsym(library, name);
}

static int enter(DLDevice device) {
    void *context;
    if (device.device_type != kDLCUDA) return 0;
    if (driver("cuDevicePrimaryCtxRetain") == NULL) return -1;
    int status = ((Retain) driver("cuDevicePrimaryCtxRetain"))(&context, device.device_id);
    return status != 0 ? status : ((Push) driver("cuCtxPushCurrent_v2"))(context);
}

static void leave(DLDevice device) {
    void *context;
    if (device.device_type != kDLCUDA) return;
    ((Pop) driver("cuCtxPopCurrent_v2"))(&context);
    ((Release) driver("cuDevicePrimaryCtxRelease_v2"))(device.device_id);
}

static int allocate(DLDevice device, void **memory, size_t bytes) {
    if (device.device_type != kDLCUDA) {
        *memory = malloc(bytes);
        return *memory == NULL;
    }
    int status = enter(device);
    if (status != 0) return status;
    CUdeviceptr address = 0;
    status = ((Allocate) driver("cuMemAlloc_v2"))(&address, bytes);
    *memory = (void *) address;
    leave(device);
    return status;
}

static void release(DLDevice device, void *memory) {
    if (device.device_type != kDLCUDA) {
        free(memory);
    } else if (enter(device) == 0) {
        ((Free) driver("cuMemFree_v2"))((CUdeviceptr) memory);
        leave(device);
    }
}

static int put(DLDevice device, void *to, const void *from, size_t bytes) {
    if (device.device_type != kDLCUDA) {
        memcpy(to, from, bytes);
        return 0;
    }
    int status = enter(device);
    if (status != 0) return status;
    status = ((ToDevice) driver("cuMemcpyHtoD_v2"))((CUdeviceptr) to, from, bytes);
    leave(device);
    return status;
}

static int get(DLDevice device, void *to, const void *from, size_t bytes) {
    if (device.device_type != kDLCUDA) {
        memcpy(to, from, bytes);
        return 0;
    }
    int status = enter(device);
    if (status != 0) return status;
    status = ((ToHost) driver("cuMemcpyDtoH_v2"))(to, (CUdeviceptr) from, bytes);
    leave(device);
    return status;
}

static int64_t count(const DLTensor *tensor) {
    int64_t elements = 1;
    for (int axis = 0; axis < tensor->ndim; axis++) elements *= tensor->shape[axis];
    return elements;
}

// Writes what the structure says: version, flags, device, axes, type, offset, then shape and strides.
void peer_fields(const DLManagedTensorVersioned *managed, int64_t *fields) {
    const DLTensor *tensor = &managed->dl_tensor;
    int64_t first[] = {managed->version.major, (int64_t) managed->flags, tensor->device.device_type,
                       tensor->device.device_id, tensor->ndim, tensor->dtype.code, tensor->dtype.bits,
                       tensor->dtype.lanes, (int64_t) tensor->byte_offset};
    memcpy(fields, first, sizeof first);
    for (int axis = 0; axis < tensor->ndim; axis++) {
        fields[9 + axis] = tensor->shape[axis];
        fields[9 + tensor->ndim + axis] = tensor->strides[axis];
    }
}

// Adds to each int32 of a tensor whose elements are one after another. Returns 0, or what failed.
int peer_add(DLManagedTensorVersioned *managed, int32_t value) {
    DLTensor *tensor = &managed->dl_tensor;
    size_t bytes = sizeof(int32_t) * (size_t) count(tensor);
    char *memory = (char *) tensor->data + tensor->byte_offset;
    int32_t *host = malloc(bytes);
    int status = get(tensor->device, host, memory, bytes);
    for (int64_t i = 0; i < count(tensor); i++) host[i] += value;
    if (status == 0) status = put(tensor->device, memory, host, bytes);
    free(host);
    return status;
}

static void *end(void *managed) {
    DLManagedTensorVersioned *tensor = managed;
    tensor->deleter(tensor);
    return NULL;
}

// Calls the deleter in a thread that the JVM has not seen, and waits for it.
int peer_end(DLManagedTensorVersioned *managed) {
    pthread_t thread;
    int status = pthread_create(&thread, NULL, end, managed);
    return status != 0 ? status : pthread_join(thread, NULL);
}

static void forget(DLManagedTensorVersioned *managed) {
    release(managed->dl_tensor.device, managed->dl_tensor.data);
    free(managed->dl_tensor.shape);
    free(managed);
    atomic_fetch_add(&deleted, 1);
}

// Makes a tensor of int32 whose element at row and column is row * columns + column: in this order, or column by column. NULL if that fails.
DLManagedTensorVersioned *peer_make(int device, int64_t rows, int64_t columns, int is_transposed) {
    DLManagedTensorVersioned *managed = calloc(1, sizeof *managed);
    DLTensor *tensor = &managed->dl_tensor;
    size_t bytes = sizeof(int32_t) * (size_t) (rows * columns);
    managed->version = (DLPackVersion) {1, 0};
    managed->deleter = forget;
    tensor->device = (DLDevice) {device, 0};
    tensor->ndim = 2;
    tensor->dtype = (DLDataType) {0, 32, 1};
    tensor->shape = malloc(4 * sizeof(int64_t));
    tensor->strides = tensor->shape + 2;
    tensor->shape[0] = rows;
    tensor->shape[1] = columns;
    tensor->strides[0] = is_transposed ? 1 : columns;
    tensor->strides[1] = is_transposed ? rows : 1;
    int32_t *host = malloc(bytes);
    for (int64_t row = 0; row < rows; row++) {
        for (int64_t column = 0; column < columns; column++) {
            host[row * tensor->strides[0] + column * tensor->strides[1]] = (int32_t) (row * columns + column);
        }
    }
    int status = allocate(tensor->device, &tensor->data, bytes);
    if (status == 0) status = put(tensor->device, tensor->data, host, bytes);
    free(host);
    if (status != 0) {
        free(tensor->shape);
        free(managed);
        return NULL;
    }
    atomic_fetch_add(&made, 1);
    return managed;
}

// How many tensors were made here whose deleters were not called.
long peer_alive(void) {
    return atomic_load(&made) - atomic_load(&deleted);
}

// How many bytes the process has from malloc, 0 where that is not known: unlike the resident size, it does not grow with the Java heap.
int64_t peer_allocated(void) {
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 33)
    struct mallinfo2 all = mallinfo2();
    return (int64_t) (all.uordblks + all.hblkhd);
#else
    return 0;
#endif
#else
    return 0;
#endif
}
