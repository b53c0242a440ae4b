// The answers of forms, remembered beside the file: saxpy.cu.warpstage.toml.
#pragma once

#include "core/base/result.h"
#include "core/kernel_run/form/launch_form.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::kernel_run {

struct KernelAnswers {
    std::string kernel;
    std::string grid;
    std::string block;
    std::string shared;
    std::vector<std::string> arguments; // "n:s32=65536"
};
struct Answers {
    std::string shown; // the kernel that is shown first
    std::vector<KernelAnswers> kernels;
    std::vector<std::string> include {}; // folders of headers, written by the user; relative ones start at the file's folder
};

// "saxpy.cu.warpstage.toml" beside the file.
[[nodiscard]] std::filesystem::path answers_beside(const std::filesystem::path& file);

// Nothing: the file does not exist. Errors: it cannot be read, or is not such a file (with the line).
[[nodiscard]] Result<std::optional<Answers>> read_answers(const std::filesystem::path& path);
// Errors: the reason, such as "Permission denied".
[[nodiscard]] Result<void> write_answers(const Answers& answers, const std::filesystem::path& path);

// Fills in the forms of the kernels that have answers. Returns whether the shown kernel has an answer for each of its parameters:
// if not, the user must be asked again.
[[nodiscard]] bool apply_answers(std::vector<LaunchForm>& forms, const Answers& answers);
[[nodiscard]] Answers answers_of(const std::vector<LaunchForm>& forms, const std::string& shown);

} // namespace warpstage::kernel_run
