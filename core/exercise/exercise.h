// An exercise: a folder of a lesson with one variant, whose kernels.cu is the text that students start from, and exercise.toml
// with the requirements that a solution is checked against. See docs/course.md.
#pragma once

#include "core/analysis/metrics.h"
#include "core/arch/architecture.h"
#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::exercise {

inline constexpr std::string_view kExerciseFile = "exercise.toml";
inline constexpr std::string_view kGradingFile = "grading.toml"; // of the lecturer's copy: sizes that students do not know
inline constexpr std::string_view kSolutionFile = "solution.cu"; // of the lecturer's copy
inline constexpr std::string_view kStartFile = "kernels.cu";

enum class RequirementKind : std::uint8_t {
    result, // equal to the reference for every size
    hazards, // no race and no uninitialized read, for every size
    metric, // a metric of all launches, with the measured parameters
    time, // estimated by the SM model, with the measured parameters
};

struct Requirement {
    std::string id; // "conflict_free"
    std::string label; // "No bank conflicts"
    RequirementKind kind = RequirementKind::result;
    std::uint32_t points = 0;
    std::vector<const analysis::Metric*> metrics; // of kind metric, whose sum is limited; else empty
    std::optional<double> at_most; // of the metrics; of the time in nanoseconds
    std::optional<double> at_least; // of the metrics
    bool needs_other =
        false; // its points count only if a requirement without this mark is met, too: one that the start file does not meet
    std::vector<std::string> hints; // for students who do not meet it, from the vaguest to the most exact one
};

struct Exercise {
    std::string id; // name of its folder
    std::filesystem::path folder;
    std::shared_ptr<const lesson::Lesson> lesson; // with the kernels that students start from; its notes are the instructions
    std::string subject; // id of the lesson that teaches it
    arch::Architecture gpu; // for metrics and estimates
    std::vector<problem::Settings> sizes; // of the requirement `result`; at least one
    std::vector<problem::Settings> hidden; // more sizes, of grading.toml, which only the lecturer's copy has
    std::optional<problem::Settings> measured; // if a requirement needs it
    std::map<std::string, std::int64_t> measured_step; // by parameter: slightly smaller sizes are measured, too; empty: none
    double longest_block = 3.0; // instructions of the longest block relative to the mean, at most
    double active_lanes = 0.0; // of a warp, on average, at least
    std::vector<Requirement> requirements; // ids differ

    [[nodiscard]] const problem::Variant& variant() const { return lesson->variants.front(); }
    [[nodiscard]] std::uint32_t points() const;
};

// Errors: no exercise.toml, or the first mistake in one of the files, with file and line.
[[nodiscard]] Result<Exercise> load_exercise(const std::filesystem::path& folder);

// The folders with exercise.toml in this folder, in the order of their names.
[[nodiscard]] std::vector<std::filesystem::path> exercise_folders(const std::filesystem::path& folder);

// The parameters that differ from the initial ones: "width=100, height=37"; "the initial parameters" if none does.
[[nodiscard]] std::string parameters_text(const Exercise& exercise, const problem::Settings& settings);

// "L1 Wavefronts Shared Excessive", of several metrics with " + " between them.
[[nodiscard]] std::string label_of(const Requirement& requirement);

// "at most 12.5 µs (estimated for H200)", "L1 Wavefronts Shared Excessive: at most 0"; for a check what is checked.
[[nodiscard]] std::string limit_text(const Exercise& exercise, const Requirement& requirement);

} // namespace warpstage::exercise
