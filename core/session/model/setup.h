// What is chosen to run, and what could be.
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
    bool on_host_only = false; // runs no kernel: nothing to record

    bool operator==(const VariantView&) const = default;
};

// A lesson that can be shown, and what can be chosen in it.
struct LessonView {
    std::string id;
    std::uint32_t number = 0; // of the chapter
    std::string title;
    std::string summary;
    std::vector<VariantView> variants; // without summaries, which may answer a question that is asked
};

struct ParameterView {
    std::string id;
    std::string label;
    std::string unit;
    std::string value;
    std::vector<std::string> suggestions;
    bool is_text = false; // something typed, as an expression; else a number or a choice
    bool is_choice = false; // one of the suggestions, nothing else

    bool operator==(const ParameterView&) const = default;
};

// A value that was refused last, until one is taken.
struct RefusedParameter {
    std::string id;
    std::string value;
    std::string sentence;

    bool operator==(const RefusedParameter&) const = default;
};

// What is chosen to run.
struct SetupSection {
    std::shared_ptr<const lesson::Lesson> lesson;
    // While recording and times come from a file: the lesson with the kernels that they are of, which `lesson` need not have.
    std::shared_ptr<const lesson::Lesson> replayed;
    std::vector<std::string> lesson_titles; // of all lessons, in order
    std::size_t lesson_index = 0;
    std::shared_ptr<const std::vector<LessonView>> lessons; // likewise; null before there is a catalog
    std::vector<VariantView> variants;
    std::size_t variant = 0;
    std::vector<ParameterView> parameters;
    std::optional<RefusedParameter> refused;
    bool switched = false; // the variant is on screen for some seconds only
    std::shared_ptr<const lesson::PublishedFigures> published; // null: not there, or not asked for

    bool operator==(const SetupSection&) const = default;
};

} // namespace warpstage::session
