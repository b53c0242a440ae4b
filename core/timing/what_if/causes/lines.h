// Instructions of a scenario by source line, and sums over them, for causes of one line.
#pragma once

#include "core/timing/what_if/cause.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

namespace warpstage::timing {

// Causes of one line: all instructions of the line, or one instruction without a location.
[[nodiscard]] inline Cause cause_at(const Scenario& scenario, std::uint32_t pc)
{
    const std::uint32_t line = scenario.listing->line_of(pc);
    return { .line = line, .index = line == 0 ? pc : 0 };
}
[[nodiscard]] inline bool is_at(const Cause& cause, const Scenario& scenario, std::uint32_t pc)
{
    const Cause other = cause_at(scenario, pc);
    if (cause.has_several_lines())
        return std::ranges::find(cause.lines, other.line) != cause.lines.end();
    return other.line == cause.line && other.index == cause.index;
}

// The label that a branch names, as an index in its function. Nothing: it names none.
[[nodiscard]] std::optional<std::uint32_t> target_of(const ptx::Listing& listing, std::uint32_t pc);

// Registers of the address that the instruction accesses, numbered over the whole listing.
[[nodiscard]] std::vector<std::uint32_t> address_registers(const Scenario& scenario, std::uint32_t pc);

// What the requests of one line take that take more than without the cause.
struct RequestSum {
    double requests = 0.0;
    double actual = 0.0;
    double least = 0.0;
};
struct RequestCost { // of one request; without excess: not counted
    double actual = 0.0;
    double least = 0.0;
};
using CostOf = std::function<RequestCost(const BlockStream& stream, const MemoryUse& use, OperationKind kind)>;

struct LineSum {
    Cause cause;
    RequestSum sum;
};
// Lines with such requests, in order.
[[nodiscard]] std::vector<LineSum> costly_lines(const Scenario& scenario, const CostOf& cost_of);

// Calls `change` for each request of the cause's line.
void change_requests(
    const Cause& cause, Scenario& scenario, const std::function<void(BlockStream&, MemoryUse&, OperationKind)>& change);

} // namespace warpstage::timing
