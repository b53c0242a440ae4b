// lesson.toml as it is written: keys and types are checked here, their meaning in lesson.cpp.
#pragma once

#include "core/base/result.h"
#include "core/problem/problem.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

struct FileDefault {
    std::string parameter;
    std::string value;
    std::uint32_t line = 0;
};

struct FileVariant {
    problem::Variant variant;
    std::uint32_t line = 0;
};

struct LessonFile {
    std::string id;
    std::uint32_t number = 0;
    std::string title;
    std::string summary;
    std::string problem;
    std::uint32_t problem_line = 0;
    std::vector<FileDefault> defaults;
    std::vector<FileDefault> gpu_defaults;
    std::vector<FileVariant> variants;
};

// `name` is what messages call the file. Errors: TOML syntax, a key that is unknown, missing or of the wrong type, no variant,
// more variants than keys, two variants of one id.
[[nodiscard]] Result<LessonFile> parse_lesson_file(std::string_view text, std::string_view name);

} // namespace warpstage::lesson
