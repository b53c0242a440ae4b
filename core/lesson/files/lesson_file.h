// lesson.toml, unresolved: keys and types are checked here, their meaning in lesson.cpp.
#pragma once

#include "core/base/result.h"
#include "core/lesson/cues/cue.h"
#include "core/lesson/lesson_group.h"
#include "core/lesson/roles.h"
#include "core/problem/described/description.h"
#include "core/problem/problem.h"

#include <cstdint>
#include <optional>
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
    std::string baseline; // id of another variant; empty: none
    std::uint32_t line = 0;
};

// Corresponding lines, still as text.
struct FileRole {
    Role role; // without lines
    struct Line {
        std::string variant; // id
        std::string text; // a part of the line
        std::uint32_t line = 0; // of lesson.toml
    };
    std::vector<Line> lines;
};

// A cue whose variant, parameters and source line are unresolved.
struct FileCue {
    Cue cue;
    std::string variant;
    std::string beside; // id of another variant; empty: none
    std::vector<FileDefault> parameters;
    std::vector<FileDefault> timed;
    std::string source_text; // a part of the line; empty: the cue has a line number
    std::uint32_t selection_line = 0; // of `line` in lesson.toml
    std::uint32_t line = 0; // of [[cue]]
};

// Initial state of the lesson and its image on the start page; all optional.
struct FileStart {
    std::string variant; // ids
    std::string pictured;
    std::string figure;
    std::string tile;
    std::uint32_t line = 0; // of [start]
};

struct LessonFile {
    std::string id;
    std::uint32_t number = 0;
    LessonGroup group = LessonGroup::other;
    std::string title;
    std::string summary;
    std::string problem; // empty: the lesson describes its own problem
    std::uint32_t problem_line = 0;
    std::optional<problem::Description> description;
    FileStart start;
    std::vector<FileDefault> defaults;
    std::vector<FileDefault> gpu_defaults;
    std::vector<FileVariant> variants;
    std::vector<FileRole> roles;
    std::vector<FileCue> cues;
};

// The file, valid only without mistakes: "NAME:LINE: SENTENCE" each.
struct ReadLessonFile {
    LessonFile file;
    std::vector<std::string> mistakes;
};

// `name` identifies the file in messages. Mistakes: TOML syntax (then no others), a key that is unknown, missing or of the wrong
// type, no variant, too many variants, two variants with one id, and mistakes in a description.
[[nodiscard]] ReadLessonFile read_lesson_toml(std::string_view text, std::string_view name, const CueFigures& figures = {});

// Error: the first mistake.
[[nodiscard]] Result<LessonFile> parse_lesson_file(std::string_view text, std::string_view name);

} // namespace warpstage::lesson
