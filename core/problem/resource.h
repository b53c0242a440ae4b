// Resources of a GPU that have a rate: see core/engine/limits/limits.h. Lessons and the file of measured limits use these names.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpstage::problem {

// fp32 and fp64 count instructions per lane on these units (a fused multiply-add, which is two operations, as well as an
// addition), issue counts all instructions.
enum class Resource : std::uint8_t { copied_bytes, read_bytes, shared_bytes, fp32, fp64, rsqrt, issue };

// Indexed by the resource.
inline constexpr std::array<std::string_view, 7> kResourceWords { "copied_bytes", "read_bytes", "shared_bytes", "fp32", "fp64",
    "rsqrt", "issue" };

[[nodiscard]] constexpr std::string_view word_of(Resource resource)
{
    return kResourceWords.at(static_cast<std::size_t>(resource));
}

} // namespace warpstage::problem
