// What the test programs share: they print the first failed expectation and end with exit status 1.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                                                                         \
    do {                                                                                                                         \
        if (!(condition)) {                                                                                                      \
            std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);                                                \
            std::exit(1);                                                                                                        \
        }                                                                                                                        \
    } while (false)

#define CUDA(call)                                                                                                               \
    do {                                                                                                                         \
        const cudaError_t status = (call);                                                                                       \
        if (status != cudaSuccess) {                                                                                             \
            std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status));                               \
            std::exit(1);                                                                                                        \
        }                                                                                                                        \
    } while (false)
