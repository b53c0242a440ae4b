#include "core/engine/variant_run.h"

#include "core/simt/faults/fault_names.h"

namespace warpstage::engine {

std::uint64_t instruction_budget_of(const lesson::Lesson& lesson)
{
    constexpr std::uint64_t kUserFile = std::uint64_t { 1 } << 25;
    const auto ending = lesson.origin.outside.extension();
    const bool edited = lesson.origin.edited && lesson.origin.outside.empty();
    return ending == ".cu" || ending == ".ptx" || edited ? kUserFile : simt::RunOptions {}.instruction_budget;
}

VmSettings vm_settings_of(const problem::Variant& variant, const VmSettings& asked)
{
    auto settings = asked;
    // load_lesson() has validated the names.
    if (!variant.checks.empty())
        settings.checks = *simt::find_checks(variant.checks);
    if (!variant.schedule.empty())
        settings.scheduling = *simt::find_scheduling(variant.schedule);
    // The fault that the variant demonstrates must be detected.
    const auto expected = simt::find_trap_kind(variant.expects);
    if (expected == simt::TrapKind::race && settings.checks.races == simt::RaceCheck::off)
        settings.checks.races = simt::RaceCheck::all;
    if (expected == simt::TrapKind::uninitialized_read)
        settings.checks.memory = true;
    return settings;
}

bool is_expected(const problem::Variant& variant, const simt::Trap& trap)
{
    return simt::find_trap_kind(variant.expects) == trap.kind;
}

bool must_show_fault(const problem::Variant& variant, const VmSettings& settings)
{
    const auto kind = simt::find_trap_kind(variant.expects);
    if (kind == simt::TrapKind::race)
        return settings.checks.races != simt::RaceCheck::off;
    if (kind == simt::TrapKind::uninitialized_read)
        return settings.checks.memory;
    return kind.has_value();
}

bool stops_gpu(const problem::Variant& variant)
{
    const auto kind = simt::find_trap_kind(variant.expects);
    return kind && *kind != simt::TrapKind::race && *kind != simt::TrapKind::uninitialized_read
        && *kind != simt::TrapKind::divergent_barrier;
}

} // namespace warpstage::engine
