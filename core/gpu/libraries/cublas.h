// NVIDIA's cuBLAS, opened at run time if it is installed, as a comparison for the kernels of lessons. Matrices are row-major here
// but column-major in cuBLAS, so the factors are exchanged.
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

// Locations of cuBLAS in search order: by soname through the loader, then under CUDA_HOME and /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> cublas_libraries();

// The first of these that is cuBLAS, for `doctor`. Error: none.
[[nodiscard]] Result<std::filesystem::path> find_cublas(std::span<const std::filesystem::path> libraries);

struct CublasFunctions;

class Cublas {
public:
    // Runs on the context's GPU; the context must be current in every call. Errors: none of the libraries is cuBLAS, or it does
    // not start.
    [[nodiscard]] static Result<std::unique_ptr<Cublas>> open(
        std::shared_ptr<Context> context, std::span<const std::filesystem::path> libraries);

    Cublas(const Cublas&) = delete;
    Cublas& operator=(const Cublas&) = delete;
    ~Cublas();

    [[nodiscard]] const std::string& version() const { return m_version; } // "13.0"

    // Each only enqueues work. result = a * b, all with n rows and columns; fp32 in full precision, without TF32.
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
