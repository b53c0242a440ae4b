// The subcommands. Each returns the process's status; what is wrong is one sentence on standard error.
#pragma once

#include "app/cli/options.h"
#include "app/cli/version.h"
#include "core/base/result.h"
#include "core/lesson/lesson.h"
#include "core/problem/parameter.h"

#include <string>

namespace warpstage::cli {

[[nodiscard]] int run_stage(const Common& common, const RunCommand& command);
[[nodiscard]] int list(const Common& common, const ListCommand& command);
[[nodiscard]] int check(const Common& common, const CheckCommand& command);
[[nodiscard]] int trace(const Common& common, const TraceCommand& command);
[[nodiscard]] int counters(const Common& common, const CountersCommand& command);
[[nodiscard]] int doctor(const Common& common, const DoctorCommand& command);
[[nodiscard]] int run_kernel(const Common& common, const RunKernelCommand& command);
[[nodiscard]] int draw_figure(const Common& common, const FigureCommand& command);
[[nodiscard]] int write_report(const Common& common, const ReportCommand& command);
[[nodiscard]] int list_ptx(const PtxCommand& command);
[[nodiscard]] int run_bench(const Common& common, const BenchCommand& command);
[[nodiscard]] int compare_results(const CompareCommand& command);
[[nodiscard]] int show_rules(const Common& common, const RulesCommand& command);
[[nodiscard]] int sweep(const Common& common, const SweepCommand& command);
[[nodiscard]] int trajectory(const Common& common, const TrajectoryCommand& command);
[[nodiscard]] int list_gpus();
[[nodiscard]] int new_lesson(const Common& common, const NewLessonCommand& command);
[[nodiscard]] int lint_lessons(const LintLessonCommand& command);

[[nodiscard]] int show_limits(const Common& common, const LimitsCommand& command);
[[nodiscard]] int tune(const Common& common, const TuneCommand& command);

// Prints the sentence and returns kRefused.
int refuse(const std::string& sentence);

// The lesson's settings with those of --set; small ones unless said otherwise, for what is checked and traced runs on the virtual
// machine, too. Errors: unknown name, wrong value.
[[nodiscard]] Result<problem::Settings> settings_of(
    const Common& common, const lesson::Lesson& lesson, EngineKind engine = EngineKind::vm);

// Errors: no such variant, with the nearest or all.
[[nodiscard]] Result<const problem::Variant*> find_variant(const lesson::Lesson& lesson, const std::string& id);

} // namespace warpstage::cli
