// The lines of a kernel in kernels.cu: used before a recording exists and while the text is edited.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::lesson {

// Line numbers start at 1.
struct KernelLines {
    std::uint32_t comment = 0; // first line of the comment directly above; equals `first` without one
    std::uint32_t first = 0; // of the declaration, including `template`
    std::uint32_t last = 0; // of the closing brace; the last line of the text if it is missing

    bool operator==(const KernelLines&) const = default;
};

// `kernel`: as in plans, "tiled<32, 8>" or "reduce_redux<256>@sm_80". Empty: the text has no `__global__` function of that name
// outside of comments.
[[nodiscard]] std::optional<KernelLines> kernel_lines(std::string_view source, std::string_view kernel);

} // namespace warpstage::lesson
