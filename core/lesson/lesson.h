// Lessons are data: a folder with lesson.toml, kernels.cu, notes.md and, from the build, kernels.ptx.
#pragma once

#include "core/base/engine_kind.h"
#include "core/base/result.h"
#include "core/lesson/cues/cue.h"
#include "core/lesson/roles.h"
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

// kernels.cu compiled once more, with other flags or for a newer GPU: kernels.sm_80.ptx is the build "sm_80".
struct Build {
    std::string name;
    std::string ptx_text;
    std::shared_ptr<const ptx::Module> module;
    bool partial = false; // while edited: some kernels only, newer than those of the whole build (or kernels.ptx) of this name
};

struct FoundKernel {
    const ptx::Module* module = nullptr;
    const ptx::Function* function = nullptr; // null: there is none
};

// Parameter id -> value, instead of the problem's initial ones.
struct Defaults {
    using Values = std::map<std::string, std::string, std::less<>>;
    Values any;
    Values gpu; // on top of these where a GPU computes: it takes larger sizes
};

// How a lesson opens, and what shows it among the others.
struct Opening {
    std::size_t variant = 0; // index; one that runs kernels, where there is one
    std::size_t pictured = 0; // whose recorded block is drawn
    std::string figure; // "banks": see `warpstage figure --list`; empty: whatever suits
    std::string tile; // of a figure that needs it, as in 32x32
};

struct Lesson {
    std::filesystem::path folder;
    std::string id; // "nbody"
    std::uint32_t number = 0; // of the chapter: "6 · N-body"
    std::string title;
    std::string summary; // one sentence
    std::shared_ptr<const problem::Problem> problem;
    std::vector<problem::Variant> variants; // in the order of the keys: 1 to 9 choose the first ones
    Opening opening;
    std::vector<std::optional<std::size_t>> baselines; // by variant: the one that it is compared with
    std::vector<Role> roles;
    std::vector<Cue> cues; // in the order in which they are walked through; empty: none
    Defaults defaults;
    std::string source; // kernels.cu
    std::vector<std::string> source_lines; // element 0 is line 1
    std::vector<std::string> host_lines; // host.cu, likewise: see core/lesson/host_code.h; empty: the lesson has none
    std::string notes; // notes.md
    std::string ptx_text; // kernels.ptx
    std::shared_ptr<const ptx::Module> module;
    std::vector<Build> builds; // besides that one, in the order of their names
    bool edited = false; // while it is shown: the GPU's compiler gets the kernels one by one, as they are wanted

    // By the name that plans use: "reduce6<256>" of kernels.ptx, "reduce_redux<256>@sm_80" of the build "sm_80".
    [[nodiscard]] FoundKernel find_kernel(std::string_view shown) const;
    [[nodiscard]] const problem::Variant* find_variant(std::string_view id) const;

    // What the cue wants: initial_settings() with its parameters.
    [[nodiscard]] problem::Settings settings_of(const Cue& cue, EngineKind engine) const;

    // The problem's initial settings with the lesson's defaults for this engine applied.
    [[nodiscard]] problem::Settings initial_settings(EngineKind engine = EngineKind::vm) const;
};

// Errors name the file, where possible the line, and what to do: missing file, TOML syntax, unknown or missing key, unknown
// problem, unacceptable default, variant whose kernel the PTX does not hold, PTX that does not parse.
[[nodiscard]] Result<Lesson> load_lesson(const std::filesystem::path& folder, const CueFigures& figures = {});

} // namespace warpstage::lesson
