// Names and element types of a kernel's parameters, from its source and its mangled name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::capture_file {

struct KernelParameter {
    std::string name; // empty: unknown
    std::string type; // of the value, or of the elements that a pointer points to: "f32", as in lesson.toml; empty: unknown
};

// `kernel`: mangled name. `source`: the text of its file; empty: unknown. As many parameters as could be read.
[[nodiscard]] std::vector<KernelParameter> kernel_parameters(const std::string& kernel, std::string_view source);

// "float const*", "const uint4 *in": the type of the elements, "f32" and "u32"; empty: no numbers, or a pointer to a pointer.
[[nodiscard]] std::string element_type_of(std::string_view declaration);

} // namespace warpstage::capture_file
