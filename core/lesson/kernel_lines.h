// Where a kernel stands in the text of kernels.cu: for who shows it before anything has run, or while the text is edited.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::lesson {

// Lines count from 1.
struct KernelLines {
    std::uint32_t comment = 0; // first line of the comment right above; `first` where there is none
    std::uint32_t first = 0; // of the declaration, with `template`
    std::uint32_t last = 0; // of the closing brace; of the text where it is missing

    bool operator==(const KernelLines&) const = default;
};

// `kernel`: as plans name it, "tiled<32, 8>" or "reduce_redux<256>@sm_80". Nothing: the text has no `__global__` function of that
// name outside of comments.
[[nodiscard]] std::optional<KernelLines> kernel_lines(std::string_view source, std::string_view kernel);

} // namespace warpstage::lesson
