// What a student gets back: every requirement with its points and its reason, and a picture of the lines that cost most.
#pragma once

#include "core/exercise/assessment.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::exercise {

struct FeedbackPart {
    const Exercise* exercise = nullptr; // never null
    Assessment assessment;
    std::string source; // what was handed in; empty: nothing
};

// A page without scripts, with the pictures in it.
[[nodiscard]] std::string feedback_html(const std::string& student, const std::vector<FeedbackPart>& parts);
// The same without pictures.
[[nodiscard]] std::string feedback_markdown(const std::string& student, const std::vector<FeedbackPart>& parts);

// Bars of the values in each line of the first failed requirement that has them, else of the first one; empty: none has.
[[nodiscard]] std::string lines_picture(const Exercise& exercise, const Assessment& assessment); // SVG

// A name for a file: letters, digits, `.`, `_` and `-`; two names never become the same.
[[nodiscard]] std::string file_name_of(std::string_view student);

} // namespace warpstage::exercise
