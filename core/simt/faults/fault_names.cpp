#include "core/simt/faults/fault_names.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace warpstage::simt {

namespace {

constexpr std::array kTrapKinds { TrapKind::out_of_bounds, TrapKind::misaligned, TrapKind::divergent_barrier, TrapKind::deadlock,
    TrapKind::uninitialized_read, TrapKind::race, TrapKind::invalid_mask, TrapKind::invalid_barrier, TrapKind::budget_exhausted,
    TrapKind::stack_overflow, TrapKind::invalid_call, TrapKind::invalid_free, TrapKind::assertion_failed,
    TrapKind::trap_instruction, TrapKind::invalid_texture };

} // namespace

std::optional<TrapKind> find_trap_kind(std::string_view name)
{
    const auto* const found = std::ranges::find_if(kTrapKinds, [name](TrapKind kind) { return name_of(kind) == name; });
    return found == kTrapKinds.end() ? std::nullopt : std::optional { *found };
}

std::vector<std::string> trap_kind_names()
{
    std::vector<std::string> names;
    for (const auto kind : kTrapKinds)
        names.emplace_back(name_of(kind));
    return names;
}

std::optional<Scheduling> find_scheduling(std::string_view text)
{
    constexpr std::string_view kIndependent = "independent";
    if (text == "lock-step")
        return Scheduling {};
    if (!text.starts_with(kIndependent))
        return std::nullopt;
    Scheduling scheduling { Scheduling::Policy::independent, 0 };
    text.remove_prefix(kIndependent.size());
    if (text.empty())
        return scheduling;
    const auto* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data() + 1, end, scheduling.seed);
    if (text.front() != ':' || error != std::errc {} || after != end)
        return std::nullopt;
    return scheduling;
}

} // namespace warpstage::simt
