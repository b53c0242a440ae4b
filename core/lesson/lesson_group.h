// The groups in which lessons are listed.
#pragma once

#include "core/base/words.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace warpstage::lesson {

// other: a lesson that names no group.
enum class LessonGroup : std::uint8_t { access, kernels, machine, correctness, today, other };

struct LessonGroupRow {
    LessonGroup group = LessonGroup::other;
    std::string_view id; // in lesson.toml; empty: cannot be named
    const char* title = "";
};

// In the order in which they are listed.
inline constexpr std::array<LessonGroupRow, 6> kLessonGroups { {
    { LessonGroup::access, "access", marked("Access") },
    { LessonGroup::kernels, "kernels", marked("Kernels") },
    { LessonGroup::machine, "machine", marked("Machine") },
    { LessonGroup::correctness, "correctness", marked("Correctness") },
    { LessonGroup::today, "today", marked("Today") },
    { LessonGroup::other, "", marked("Other lessons") },
} };

} // namespace warpstage::lesson
