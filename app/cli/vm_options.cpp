#include "app/cli/vm_options.h"

#include "core/simt/faults/fault_names.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <vector>

namespace warpstage::cli {

namespace {

std::vector<std::string> names_of_checks()
{
    std::vector<std::string> names;
    for (const simt::NamedChecks& known : simt::kNamedChecks)
        names.emplace_back(known.name);
    return names;
}

} // namespace

void add_checks(CLI::App& command, RawVm& raw, const std::string& words)
{
    command.add_option("--checks", raw.checks, words)->check(CLI::IsMember(names_of_checks()))->capture_default_str();
}

void add_vm_settings(CLI::App& command, RawVm& raw)
{
    add_checks(command, raw,
        "Faults that the virtual machine also looks for: memory that nobody has written, races, all; all-in-step takes the lanes "
        "of a "
        "warp to run in step");
    command
        .add_option("--schedule", raw.schedule,
            "How the virtual machine runs the lanes of a warp: lock-step, or independent:SEED, where they drift apart")
        ->capture_default_str();
}

Result<engine::VmSettings> finish_vm_settings(const RawVm& raw)
{
    const auto schedule = simt::find_scheduling(raw.schedule);
    if (!schedule)
        return Error { fmt::format(
            "--schedule wants lock-step, independent or independent:SEED, as in independent:7, not `{}`.", raw.schedule) };
    engine::VmSettings settings;
    settings.checks = *simt::find_checks(raw.checks);
    settings.scheduling = *schedule;
    return settings;
}

} // namespace warpstage::cli
