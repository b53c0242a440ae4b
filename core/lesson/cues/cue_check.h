// Resolves cues, roles and baselines of a lesson.toml against their lesson. Private to this folder.
#pragma once

#include "core/lesson/files/lesson_file.h"
#include "core/lesson/lesson.h"

#include <cstddef>
#include <cstdint>
#include <optional>
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

// The lesson has problem and variants and, if its files are valid, source and kernels. Mistakes: an unknown variant, parameter,
// value or source line.
[[nodiscard]] ResolvedCue resolve_cue(const Lesson& lesson, const FileCue& written);

struct ResolvedRole {
    Role role;
    std::vector<CueMistake> mistakes;
};
struct ResolvedBaseline {
    std::optional<std::size_t> variant;
    std::vector<CueMistake> mistakes;
};
// The same for corresponding lines, and for a variant's baseline.
[[nodiscard]] ResolvedRole resolve_role(const Lesson& lesson, const FileRole& written);
[[nodiscard]] ResolvedBaseline resolve_baseline(const Lesson& lesson, const FileVariant& written);

} // namespace warpstage::lesson
