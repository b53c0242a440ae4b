// A lesson that is not in a folder of lessons: made from a file that the user opened. It has the same files as every lesson, in a
// folder of the program, so that the stage, the console and live editing treat it as any other lesson.
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::lesson {

struct OutsideTexts {
    std::filesystem::path file; // what the user opened
    std::string toml; // lesson.toml
    std::string ptx; // kernels.ptx
    std::vector<std::filesystem::path> include_folders {}; // for edits of the file
    std::string source {}; // kernels.cu; empty: it is `file` itself, whose changes are followed
};

// "saxpy-1f3a": of the name of the file and of its path, so that two files of one name are two lessons.
[[nodiscard]] std::string outside_id(const std::filesystem::path& file);

// Writes the files into `folder`, replacing earlier ones, and loads them. Lesson::outside names the file, and the kernels count
// as edited: before they are launched on a GPU, the virtual machine tries them. Errors: a file that cannot be written, and those
// of load_lesson().
[[nodiscard]] Result<std::shared_ptr<const Lesson>> make_outside_lesson(
    const OutsideTexts& texts, const std::filesystem::path& folder, const CueFigures& figures = {});

// Error: the buffers of a variant have more bytes together, also without the files that fill them. `file`: for the message.
[[nodiscard]] Result<void> check_buffer_bytes(const Lesson& lesson, const std::filesystem::path& file, std::uint64_t most);

} // namespace warpstage::lesson
