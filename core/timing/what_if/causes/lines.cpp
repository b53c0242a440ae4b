#include "core/timing/what_if/causes/lines.h"

#include <utility>

namespace warpstage::timing {

std::optional<std::uint32_t> target_of(const ptx::Listing& listing, std::uint32_t pc)
{
    const ptx::Instruction* branch = listing.find(pc);
    if (branch == nullptr)
        return {};
    for (const ptx::Operand& operand : branch->operands)
        if (const auto* label = std::get_if<ptx::LabelOperand>(&operand))
            return label->target;
    return {};
}

std::vector<std::uint32_t> address_registers(const Scenario& scenario, std::uint32_t pc)
{
    const ptx::Instruction* instruction = scenario.listing->find(pc);
    if (instruction == nullptr)
        return {};
    // Register numbers of a function are consecutive, so the base of the address is found by its distance from the first one.
    std::uint32_t first = 0;
    for (const ptx::Function* function : scenario.listing->functions()) {
        if (function == &scenario.listing->function(pc))
            break;
        first += static_cast<std::uint32_t>(function->registers.size());
    }
    std::vector<std::uint32_t> addresses;
    for (const ptx::Operand& operand : instruction->operands)
        if (const auto* address = std::get_if<ptx::AddressOperand>(&operand))
            if (const auto* id = std::get_if<ptx::RegisterId>(&address->base))
                addresses.push_back(first + *id);
    return addresses;
}

std::vector<LineSum> costly_lines(const Scenario& scenario, const CostOf& cost_of)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, RequestSum> sums; // by line and index
    for (const BlockStream& stream : *scenario.streams) {
        for (const auto& warp : stream.warps) {
            for (const StreamStep& step : warp) {
                if (step.memory == 0 || step.vanishes)
                    continue;
                const RequestCost cost = cost_of(stream, stream.memory[step.memory - 1], scenario.code->operations[step.pc].kind);
                if (cost.actual <= cost.least)
                    continue;
                const Cause cause = cause_at(scenario, step.pc);
                RequestSum& sum = sums[{ cause.line, cause.index }];
                sum.requests += 1.0;
                sum.actual += cost.actual;
                sum.least += cost.least;
            }
        }
    }
    std::vector<LineSum> lines;
    for (const auto& [place, sum] : sums)
        lines.push_back({ { .line = place.first, .index = place.second }, sum });
    return lines;
}

void change_requests(
    const Cause& cause, Scenario& scenario, const std::function<void(BlockStream&, MemoryUse&, OperationKind)>& change)
{
    for (BlockStream& stream : edit_streams(scenario))
        for (const auto& warp : stream.warps)
            for (const StreamStep& step : warp)
                if (step.memory != 0 && is_at(cause, scenario, step.pc))
                    change(stream, stream.memory[step.memory - 1], scenario.code->operations[step.pc].kind);
}

} // namespace warpstage::timing
