// Subjects of the tests: recorded runs of the shipped kernels.
#pragma once

#include "app/views/gallery/subject.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace warpstage::views::testing {

// Block 0 of the variant's recorded kernel, 1024 elements or bodies, for `architecture` as on the command line.
[[nodiscard]] Subject recorded_subject(
    const std::string& lesson, const std::string& variant, const std::string& architecture = "9.0");

// The first line of the recorded kernel that contains `code`, because line numbers change when a lesson is edited.
[[nodiscard]] std::uint32_t line_of(const Subject& subject, std::string_view code);

// Three invented runs of 1, 2 and 4 ms.
[[nodiscard]] Subject measured_subject();

// The same with the copies and launches of the lesson on transfers: possible overlap, not measured.
[[nodiscard]] Subject transferring_subject();

} // namespace warpstage::views::testing
