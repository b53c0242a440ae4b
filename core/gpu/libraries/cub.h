// NVIDIA's CUB, as a comparison for the reductions. If the toolkit includes it, the build creates a small library (cub_sums.cu),
// which is opened at run time; everything else works without it.
#pragma once

#include "core/base/result.h"
#include "core/gpu/buffer.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/handles.h"
#include "core/gpu/stream.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpstage::gpu {

// Beside the program in a build tree, and lib/warpstage in an installation.
[[nodiscard]] std::vector<std::filesystem::path> cub_libraries();

// The first of these that is the project's library, for `doctor`. Error: none.
[[nodiscard]] Result<std::filesystem::path> find_cub(std::span<const std::filesystem::path> libraries);

struct CubFunctions;

class Cub {
public:
    // Runs on the context's GPU; the context must be current in every call. Error: none of the libraries is the project's.
    [[nodiscard]] static Result<std::unique_ptr<Cub>> open(
        std::shared_ptr<Context> context, std::span<const std::filesystem::path> libraries);

    Cub(const Cub&) = delete;
    Cub& operator=(const Cub&) = delete;
    ~Cub();

    [[nodiscard]] const std::string& version() const { return m_version; } // "2.8.0"

    // Enqueues the sum of `count` 32-bit integers, at most 2^31 - 1. Errors: too many, no memory for temporary storage.
    [[nodiscard]] Result<void> sum_ints(Stream& stream, std::size_t count, DeviceAddress numbers, DeviceAddress sum);

private:
    Cub(std::shared_ptr<Context> context, std::unique_ptr<CubFunctions> functions, std::string version);
    [[nodiscard]] Result<void> provide_scratch(std::size_t count);

    std::shared_ptr<Context> m_context;
    std::unique_ptr<CubFunctions> m_functions;
    std::string m_version;
    std::optional<Buffer> m_scratch;
};

} // namespace warpstage::gpu
