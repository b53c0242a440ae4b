// host.cu of a lesson: the host code around its kernels, as a student writes it.
#pragma once

#include "core/lesson/lesson.h"

#include <cstddef>
#include <cstdint>

namespace warpstage::lesson {

struct HostPlace {
    std::uint32_t first = 1; // the comment that contains the variant's id in backquotes, else `int main`
    std::uint32_t code = 1; // after that comment
};

// The first line of a variant's code; line 1 if it is not found.
[[nodiscard]] HostPlace host_place(const Lesson& lesson, std::size_t variant);

} // namespace warpstage::lesson
