// The kernels in the text of a CUDA file, found without compiling it: PTX has no names of parameters, and unmangled kernels have
// no types either. Macros and types defined in the file are not followed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::kernel_run {

struct SourceParameter {
    std::string type; // "const float*"; of a template parameter "typename" or "int"
    std::string name;
};

struct SourceKernel {
    std::string name; // "reduce", without template arguments
    std::vector<SourceParameter> parameters;
    std::vector<SourceParameter> template_parameters;
    std::string bounds; // the arguments of __launch_bounds__; empty: none
    std::string body; // without comments
};

struct SourceText {
    std::string text; // without comments
    std::vector<SourceKernel> kernels; // definitions, in source order
    std::map<std::string, std::int64_t, std::less<>> constants; // "#define N 16", "const int N = 16"
};

// Whether an identifier can contain the character.
[[nodiscard]] bool is_of_name(char c);

[[nodiscard]] SourceText read_source(std::string_view source);

// The type of a kernel parameter as `warpstage run` names it.
struct ParameterType {
    std::string element; // "f32": of the value or of the buffer's elements; empty: not supported (a structure, a texture, …)
    std::uint32_t lanes = 1; // numbers per element: 4 of float4
    bool pointer = false;
    bool constant = false; // the kernel cannot write through the pointer
};
// `type`: as in the source ("const float*") or demangled ("float const*").
[[nodiscard]] ParameterType parameter_type(std::string_view type);

// "_Z5saxpyiPKf": "int", "float const*". Empty for an unmangled name.
[[nodiscard]] std::vector<std::string> demangled_types(const std::string& mangled);

// Splits "float* x, std::pair<int, int> y" at the commas outside brackets.
[[nodiscard]] std::vector<std::string_view> split_list(std::string_view text);

} // namespace warpstage::kernel_run
