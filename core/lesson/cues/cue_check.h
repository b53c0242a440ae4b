// What a cue of a lesson.toml means for its lesson. Private to this folder.
#pragma once

#include "core/lesson/files/lesson_file.h"
#include "core/lesson/lesson.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::lesson {

struct CueMistake {
    std::uint32_t line = 0; // of lesson.toml
    std::string sentence;
};

struct ResolvedCue {
    Cue cue;
    std::vector<CueMistake> mistakes;
};

// The lesson has problem, variants and, where its files are good, source and kernels. Mistakes: a variant, parameter, value or
// source line that is not there.
[[nodiscard]] ResolvedCue resolve_cue(const Lesson& lesson, const FileCue& written);

} // namespace warpstage::lesson
