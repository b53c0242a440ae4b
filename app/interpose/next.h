// The functions of the CUDA runtime library behind this one, by their names.
#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace warpstage::interpose {

inline constexpr int kSuccess = 0; // cudaSuccess

// Ends the program if the runtime library has no such function, because the program has called it.
template <typename Function> [[nodiscard]] Function* next_function(const char* name)
{
    void* const found = dlsym(RTLD_NEXT, name);
    if (found == nullptr) {
        std::fprintf(stderr, "warpstage: The CUDA runtime library of the program has no function `%s`.\n", name);
        std::abort();
    }
    return reinterpret_cast<Function*>(found);
}

} // namespace warpstage::interpose
