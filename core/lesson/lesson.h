// Lessons are data: a folder with lesson.toml, kernels.cu, notes.md and, from the build, kernels.ptx.
#pragma once

#include "core/base/engine_kind.h"
#include "core/base/result.h"
#include "core/lesson/cues/cue.h"
#include "core/lesson/lesson_group.h"
#include "core/lesson/roles.h"
#include "core/lesson/translation.h"
#include "core/problem/problem.h"
#include "core/ptx/ast.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

// kernels.cu compiled separately, with other flags or for a newer GPU: kernels.sm_80.ptx is the build "sm_80".
struct Build {
    std::string name;
    std::string ptx_text;
    std::shared_ptr<const ptx::Module> module;
    bool partial = false; // while edited: only some kernels, newer than those in the complete build (or kernels.ptx) of this name
};

struct FoundKernel {
    const ptx::Module* module = nullptr;
    const ptx::Function* function = nullptr; // null: none
};

// Parameter id -> value; replaces the problem's initial values.
struct Defaults {
    using Values = std::map<std::string, std::string, std::less<>>;
    Values any;
    Values gpu; // in addition on a GPU, which can run larger sizes
};

// The initial state of a lesson and its presentation in lists.
struct Opening {
    std::size_t variant = 0; // index; a variant with kernels if one exists
    std::size_t pictured = 0; // index of the variant whose recorded block is drawn on the start page
    std::string figure; // "banks": see `warpstage figure --list`; empty: chosen automatically
    std::string tile; // of a figure with a tile, as in 32x32
};

// Where lesson and kernels come from.
struct LessonOrigin {
    std::filesystem::path outside {}; // the user's file behind the lesson; empty: a folder of lessons
    std::vector<std::filesystem::path> include_folders {}; // of that file, besides its own
    bool shipped = false; // with the program; the kernels of other lessons are checked before they are launched on a GPU
    bool edited = false; // kernels that were not built with the lesson: the GPU's compiler compiles them one by one, on demand
};

struct Lesson;

// What is wrong with edited kernels, which are shown nevertheless.
struct Flaw {
    std::string variant; // id of the variant in which it was found
    std::string sentence;
    std::shared_ptr<const Lesson> good; // with the last kernels in which nothing was found; never null
};

struct Lesson {
    std::filesystem::path folder;
    LessonOrigin origin;
    std::string id; // "nbody"
    std::uint32_t number = 0; // of the chapter: "6 · N-body"
    LessonGroup group = LessonGroup::other;
    std::string title;
    std::string summary; // one sentence
    std::shared_ptr<const problem::Problem> problem;
    std::vector<problem::Variant> variants; // in the order of the keys: 1 to 9 choose the first ones
    Opening opening;
    std::vector<std::optional<std::size_t>> baselines; // by variant: its baseline for comparisons
    std::vector<Role> roles;
    std::vector<Cue> cues; // in presentation order; empty: none
    Defaults defaults;
    std::string source; // kernels.cu
    std::vector<std::string> source_lines; // element 0 is line 1
    std::vector<std::string> host_lines; // of host.cu, see core/lesson/host_code.h; empty: no host code
    std::string notes; // notes.md
    Translations translations;
    std::string ptx_text; // kernels.ptx
    std::shared_ptr<const ptx::Module> module;
    std::vector<Build> builds; // additional builds, in name order
    std::shared_ptr<const Flaw> flaw; // of edited kernels; null: none is known

    // By the name used in plans: "reduce6<256>" of kernels.ptx, "reduce_redux<256>@sm_80" of the build "sm_80".
    [[nodiscard]] FoundKernel find_kernel(std::string_view shown) const;
    [[nodiscard]] const problem::Variant* find_variant(std::string_view id) const;

    // "kernels.cu", or the name of the user's file that it is a link to.
    [[nodiscard]] std::string source_name() const;

    // In the language of the program: the lesson's translation, else that of the program, whose catalogs have the titles and
    // labels of the shipped lessons; English without a translation.
    [[nodiscard]] std::string shown(const std::string& english) const;
    [[nodiscard]] const std::string& shown_notes() const;

    // Settings of the cue: initial_settings() with its parameters.
    [[nodiscard]] problem::Settings settings_of(const Cue& cue, EngineKind engine) const;

    // The problem's initial settings with the lesson's defaults for this engine applied.
    [[nodiscard]] problem::Settings initial_settings(EngineKind engine = EngineKind::vm) const;
};

// Errors contain the file, the line if possible, and what to do: missing file, TOML syntax, unknown or missing key, unknown
// problem, unacceptable default, variant whose kernel the PTX does not contain, PTX that does not parse.
[[nodiscard]] Result<Lesson> load_lesson(const std::filesystem::path& folder, const CueFigures& figures = {});

} // namespace warpstage::lesson
