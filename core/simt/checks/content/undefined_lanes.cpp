#include "core/simt/checks/content/undefined_lanes.h"

#include "core/ptx/used_registers.h"
#include "core/simt/lane_value.h"
#include "core/simt/program_body.h"

#include <algorithm>
#include <variant>

namespace warpstage::simt {

namespace {

std::size_t function_at(const ptx::Listing& listing, std::uint32_t pc)
{
    std::size_t index = listing.functions().size() - 1;
    while (index > 0 && listing.first(index) > pc)
        --index;
    return index;
}

} // namespace

UndefinedLanes::UndefinedLanes(const Program& program, std::uint32_t warps)
    : m_program(program)
    , m_uses(program.body().operations.size())
    , m_values(warps)
{
}

void UndefinedLanes::clear()
{
    if (m_count == 0)
        return;
    for (std::vector<Value>& values : m_values)
        values.clear();
    m_count = 0;
}

const UndefinedLanes::Use& UndefinedLanes::use_of(std::uint32_t pc)
{
    Use& use = m_uses[pc];
    if (use.known)
        return use;
    use.known = true;
    const ptx::Instruction* instruction = m_program.listing().find(pc);
    if (instruction == nullptr)
        return use;
    using enum ptx::Opcode;
    const std::vector<std::uint32_t>& rows = m_program.body().functions[function_at(m_program.listing(), pc)].register_rows;
    use.ends =
        instruction->opcode == st || instruction->opcode == red || instruction->opcode == atom || instruction->opcode == bra;
    use.selects = instruction->opcode == selp;
    use.shuffles = instruction->opcode == shfl;
    const bool has_result = instruction->opcode != st && instruction->opcode != red && instruction->opcode != bra;
    for (std::size_t i = 0; i < instruction->operands.size(); ++i) {
        ptx::for_each_used_register(instruction->operands[i],
            [&](ptx::RegisterId id) { (i == 0 && has_result ? use.writes : use.reads).push_back(rows[id]); });
    }
    if (instruction->guard && instruction->opcode == bra)
        use.reads.push_back(rows[instruction->guard->predicate]);
    return use;
}

const UndefinedLanes::Value* UndefinedLanes::find(std::uint32_t warp, std::uint32_t row) const
{
    const auto found = std::ranges::find(m_values[warp], row, &Value::row);
    return found == m_values[warp].end() ? nullptr : &*found;
}

void UndefinedLanes::set(std::uint32_t warp, std::uint32_t row, LaneMask executed, LaneMask undefined, const UndefinedUse& origin)
{
    std::vector<Value>& values = m_values[warp];
    auto found = std::ranges::find(values, row, &Value::row);
    if (found == values.end()) {
        if (undefined == 0)
            return;
        values.push_back({ row, 0, origin });
        ++m_count;
        found = values.end() - 1;
    }
    found->lanes = (found->lanes & ~executed) | undefined;
    if (undefined != 0)
        found->origin = origin;
    if (found->lanes == 0) {
        values.erase(found);
        --m_count;
    }
}

std::optional<UndefinedUse> UndefinedLanes::follow(const Step& step, const WarpState& state, const Operation& operation)
{
    const Use& use = use_of(step.pc);
    if (!use.shuffles && m_values[step.warp].empty())
        return std::nullopt;
    LaneMask undefined = 0;
    UndefinedUse origin;
    for (const std::uint32_t row : use.reads) {
        const Value* value = find(step.warp, row);
        if (value == nullptr)
            continue;
        LaneMask lanes = value->lanes & step.executed;
        if (use.selects && (row == operation.a || row == operation.b)) {
            const LaneMask predicate =
                lane_value<LaneMask>(state, operation.c, 0) ^ (operation.predicate_negated ? ~LaneMask { 0 } : 0);
            lanes &= row == operation.a ? predicate : ~predicate;
        }
        if (lanes != 0)
            origin = value->origin;
        undefined |= lanes;
    }
    if (use.ends) {
        if (undefined == 0)
            return std::nullopt;
        origin.lane = lowest_lane(undefined);
        return origin;
    }
    if (use.shuffles)
        undefined = shuffled(step, state, operation, find(step.warp, operation.a), origin);
    for (const std::uint32_t row : use.writes)
        set(step.warp, row, step.executed, row == operation.site ? 0 : undefined, origin);
    return std::nullopt;
}

// The source lanes are those of the operator (core/simt/operators/collective.cpp). A source outside the segment is well defined:
// the lane keeps its own value.
LaneMask UndefinedLanes::shuffled(
    const Step& step, const WarpState& state, const Operation& operation, const Value* value, UndefinedUse& origin) const
{
    const ptx::Instruction& instruction = m_program.listing().instruction(step.pc);
    LaneMask undefined = 0;
    for_each_lane(step.executed, [&](unsigned lane) {
        const auto amount = static_cast<int>(lane_value<std::uint32_t>(state, operation.b, lane) & 31U);
        const auto clamp = lane_value<std::uint32_t>(state, operation.c, lane);
        const LaneMask members = operation.e == kNoRow ? ~LaneMask { 0 } : lane_value<LaneMask>(state, operation.e, lane);
        const auto segment = static_cast<int>(clamp >> 8U & 31U);
        const auto here = static_cast<int>(lane);
        const int lowest = here & segment;
        const int limit = lowest | (static_cast<int>(clamp & 31U) & ~segment);
        const bool up = instruction.has_modifier("up");
        int from = lowest | (amount & ~segment);
        if (up)
            from = here - amount;
        else if (instruction.has_modifier("down"))
            from = here + amount;
        else if (instruction.has_modifier("bfly"))
            from = here ^ amount;
        const bool inside = (up ? from >= limit : from <= limit) && from < static_cast<int>(state.warp_width);
        const auto source = inside ? static_cast<unsigned>(from) : lane;
        if (!has_lane(members & step.executed, source)) {
            undefined |= LaneMask { 1 } << lane;
            origin = { step.pc, lane, source, members };
        } else if (value != nullptr && has_lane(value->lanes, source)) {
            undefined |= LaneMask { 1 } << lane;
            origin = value->origin;
        }
    });
    return undefined;
}

} // namespace warpstage::simt
