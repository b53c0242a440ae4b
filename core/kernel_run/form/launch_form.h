// The questions before a kernel can be launched: grid, block, shared memory and one answer per parameter. Answers are texts, in
// the words of `warpstage run`.
#pragma once

#include "core/kernel_run/form/source_text.h"
#include "core/problem/expressions/expression.h"
#include "core/ptx/ast.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::kernel_run {

struct LaunchField {
    std::string name; // "grid", "n"
    std::string declared; // type in the source: "const float*"; empty for grid, block and shared memory
    std::string value; // "256", "(n + block - 1) / block"; of a buffer "f32[n]=random:1"
    ParameterType type {}; // of a parameter
    std::string refusal {}; // why the value cannot be used; empty: it can, or was not checked
};

struct LaunchForm {
    std::string kernel; // in the module: "saxpy", "reduce<256>"
    std::string impossible; // a sentence: why this kernel cannot be launched by a form; empty: it can
    std::vector<LaunchField> fields; // grid, block, shared memory, then the parameters in their order

    [[nodiscard]] const LaunchField& grid() const { return fields[0]; }
    [[nodiscard]] const LaunchField& block() const { return fields[1]; }
    [[nodiscard]] const LaunchField& shared() const { return fields[2]; }
};
inline constexpr std::size_t kLaunchFields = 3; // before the parameters

// One form per kernel of the module, in the order of the source. The values are those with which most kernels of textbooks run:
// n = 2^16 (256 in each direction of a grid of two dimensions), buffers of as many elements, blocks as in the launches of the
// host code, __launch_bounds__ or the arrays in shared memory, else of 256 threads, and one thread per element.
[[nodiscard]] std::vector<LaunchForm> default_forms(const ptx::Module& module, const SourceText& source);

// The template instances that are compiled if the host code launches none: "reduce<256>", "scale<float>".
[[nodiscard]] std::vector<std::string> default_instances(const SourceText& source);

// Names that expressions can use: the integer arguments, and the sides of the block: "block", or "block_x", "block_y", "block_z".
// (With a parameter of that name: "block_size", …)
[[nodiscard]] std::vector<std::string> block_names(const LaunchForm& form, std::size_t sides);

// Fills `refusal` of each field; returns whether all values can be used. `folder`: of relative paths in contents.
[[nodiscard]] bool check_form(LaunchForm& form, const std::filesystem::path& folder);

// Whether the value is a plain number, on which expressions of other fields may depend, whatever their order.
[[nodiscard]] bool is_number(const LaunchField& field);
// "65536" for "n:s32=65536" and for "s32=65536": the value without name and type, as the form shows it.
[[nodiscard]] std::string shown_value(std::string_view argument, const LaunchField& field);
// The argument of `warpstage run`: "n:s32=65536", "x:f32[n]=random:1".
[[nodiscard]] std::string argument_of(const LaunchField& field);

// "f32[n]=random:1"; nothing for another form.
struct BufferAnswer {
    std::string element;
    std::string count;
    std::string contents;
};
[[nodiscard]] std::optional<BufferAnswer> buffer_answer(std::string_view value);
// The contents, with the path of a file made absolute.
[[nodiscard]] std::string with_folder(const std::string& contents, const std::filesystem::path& folder);

} // namespace warpstage::kernel_run
