// The chosen lesson, variant and parameters, and the available ones.
#pragma once

#include "core/lesson/lesson.h"
#include "core/lesson/measured/published.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

struct VariantView {
    std::string id;
    std::string label;
    std::string summary;
    bool on_host_only = false; // runs no kernel, so nothing can be recorded
    std::string wrong {}; // what is wrong with its result: "wrong result", or the name of a fault such as "race"; empty: nothing

    bool operator==(const VariantView&) const = default;
};

// A lesson and its variants.
struct LessonView {
    std::string id;
    std::uint32_t number = 0; // of the chapter
    std::string title;
    std::string summary;
    std::vector<VariantView> variants; // without summaries, which may contain the answer to an open question
};

struct ParameterView {
    std::string id;
    std::string label;
    std::string unit;
    std::string value;
    std::vector<std::string> suggestions;
    bool is_text = false; // free text such as an expression; false: a number or a choice
    bool is_choice = false; // only the suggested values are valid
    problem::Parameter::Role role = problem::Parameter::Role::other;
    struct Range {
        std::int64_t value = 0;
        std::int64_t minimum = 0;
        std::int64_t maximum = 0;
        std::int64_t multiple_of = 1;

        bool operator==(const Range&) const = default;
    };
    std::optional<Range> range {}; // of whole numbers

    bool operator==(const ParameterView&) const = default;
};

// The last rejected value, until a value is accepted.
struct RefusedParameter {
    std::string id;
    std::string value;
    std::string sentence;

    bool operator==(const RefusedParameter&) const = default;
};

// The chosen lesson, variant and parameters.
struct SetupSection {
    std::shared_ptr<const lesson::Lesson> lesson;
    // While recording and times come from a file: the lesson with the kernels of the file, which may differ from `lesson`.
    std::shared_ptr<const lesson::Lesson> replayed;
    std::vector<std::string> lesson_titles; // of all lessons, in order
    std::size_t lesson_index = 0;
    std::shared_ptr<const std::vector<LessonView>> lessons; // of all lessons, in order; null before there is a catalog
    std::vector<VariantView> variants;
    std::size_t variant = 0;
    std::vector<ParameterView> parameters;
    std::optional<RefusedParameter> refused;
    bool switched = false; // the variant has been shown for only a few seconds
    std::shared_ptr<const lesson::PublishedFigures> published; // null: none, or not requested

    bool operator==(const SetupSection&) const = default;
};

} // namespace warpstage::session
