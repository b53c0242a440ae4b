// NVIDIA's cuBLAS, opened at run time where it is installed: what the kernels of lessons are compared with. Matrices lie row
// after row here; cuBLAS wants columns, so factors change places.
#pragma once

#include "core/base/result.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/handles.h"
#include "core/gpu/stream.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpstage::gpu {

// Where cuBLAS is looked for, in this order: by soname through the loader, then under CUDA_HOME and /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> cublas_libraries();

// The first of these that is cuBLAS; what `doctor` tells. Error: none.
[[nodiscard]] Result<std::filesystem::path> find_cublas(std::span<const std::filesystem::path> libraries);

struct CublasFunctions;

class Cublas {
public:
    // Works on the context's GPU, whose context must be current in every call. Errors: none of the libraries is cuBLAS, it does
    // not start.
    [[nodiscard]] static Result<std::unique_ptr<Cublas>> open(
        std::shared_ptr<Context> context, std::span<const std::filesystem::path> libraries);

    Cublas(const Cublas&) = delete;
    Cublas& operator=(const Cublas&) = delete;
    ~Cublas();

    [[nodiscard]] const std::string& version() const { return m_version; } // "13.0"

    // Each only enqueues. result = a * b, all with n rows and columns; fp32 in full precision, without TF32.
    [[nodiscard]] Result<void> multiply_floats(
        Stream& stream, std::size_t n, DeviceAddress a, DeviceAddress b, DeviceAddress result);
    [[nodiscard]] Result<void> multiply_doubles(
        Stream& stream, std::size_t n, DeviceAddress a, DeviceAddress b, DeviceAddress result);
    // `from` has `rows` rows, the result `columns`.
    [[nodiscard]] Result<void> transpose_floats(
        Stream& stream, std::size_t rows, std::size_t columns, DeviceAddress from, DeviceAddress to);

private:
    Cublas(std::shared_ptr<Context> context, std::unique_ptr<CublasFunctions> functions, void* handle, std::string version);
    [[nodiscard]] Result<void> use(Stream& stream);

    std::shared_ptr<Context> m_context;
    std::unique_ptr<CublasFunctions> m_functions;
    void* m_handle = nullptr;
    std::string m_version;
};

} // namespace warpstage::gpu
