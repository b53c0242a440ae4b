// host.cu of a lesson: what the processor does around its kernels, as a student writes it.
#pragma once

#include "core/lesson/lesson.h"

#include <cstddef>
#include <cstdint>

namespace warpstage::lesson {

struct HostPlace {
    std::uint32_t first = 1; // the comment that names the variant in backquotes, else `int main`
    std::uint32_t code = 1; // behind that comment
};

// Where the code of a variant begins; line 1 where nothing is found.
[[nodiscard]] HostPlace host_place(const Lesson& lesson, std::size_t variant);

} // namespace warpstage::lesson
