// Builds the objects, passes references, nothing else.
#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "core/live/worker_side.h"

#include <type_traits>
#include <variant>

namespace {

using namespace warpstage::cli;

int execute(const Options& options)
{
    return std::visit(
        [&](const auto& command) {
            using Command = std::decay_t<decltype(command)>;
            if constexpr (std::is_same_v<Command, RunCommand>)
                return run_stage(options.common, command);
            else if constexpr (std::is_same_v<Command, ListCommand>)
                return list(options.common, command);
            else if constexpr (std::is_same_v<Command, CheckCommand>)
                return check(options.common, command);
            else if constexpr (std::is_same_v<Command, TraceCommand>)
                return trace(options.common, command);
            else if constexpr (std::is_same_v<Command, CountersCommand>)
                return counters(options.common, command);
            else if constexpr (std::is_same_v<Command, RunKernelCommand>)
                return run_kernel(options.common, command);
            else if constexpr (std::is_same_v<Command, PtxCommand>)
                return list_ptx(command);
            else if constexpr (std::is_same_v<Command, BenchCommand>)
                return run_bench(options.common, command);
            else if constexpr (std::is_same_v<Command, CompareCommand>)
                return compare_results(command);
            else if constexpr (std::is_same_v<Command, RulesCommand>)
                return show_rules(options.common, command);
            else if constexpr (std::is_same_v<Command, SweepCommand>)
                return sweep(options.common, command);
            else if constexpr (std::is_same_v<Command, GpusCommand>)
                return list_gpus();
            else if constexpr (std::is_same_v<Command, NewLessonCommand>)
                return new_lesson(options.common, command);
            else if constexpr (std::is_same_v<Command, LintLessonCommand>)
                return lint_lessons(command);
            else if constexpr (std::is_same_v<Command, TryKernelsCommand>)
                return warpstage::live::serve_trials(options.common.gpu);
            else if constexpr (std::is_same_v<Command, ReportCommand>)
                return write_report(options.common, command);
            else if constexpr (std::is_same_v<Command, FigureCommand>)
                return draw_figure(options.common, command);
            else if constexpr (std::is_same_v<Command, LimitsCommand>)
                return show_limits(options.common, command);
            else if constexpr (std::is_same_v<Command, TuneCommand>)
                return tune(options.common, command);
            else
                return doctor(options.common, command);
        },
        options.command);
}

} // namespace

int main(int argc, char** argv)
{
    const auto parsed = parse_options(argc, argv);
    if (const auto* status = std::get_if<int>(&parsed))
        return *status;
    return execute(std::get<Options>(parsed));
}
