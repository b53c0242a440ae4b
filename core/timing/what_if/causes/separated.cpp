#include "core/timing/what_if/causes/separated.h"

#include "core/timing/what_if/causes/lines.h"

#include <algorithm>
#include <array>
#include <vector>

namespace warpstage::timing {

namespace {

struct Accesses {
    bool any = false;
    bool writes = false;

    void add(simt::AccessKind kind)
    {
        any = true;
        writes = writes || kind != simt::AccessKind::load;
    }
    void add(const Accesses& other)
    {
        any = any || other.any;
        writes = writes || other.writes;
    }
};

// Between two barriers, of all warps.
struct BetweenBarriers {
    std::array<Accesses, 2> memories; // shared, global
    std::uint32_t end = 0; // program counter of the barrier

    void add(const BetweenBarriers& other)
    {
        for (std::size_t i = 0; i < memories.size(); ++i)
            memories[i].add(other.memories[i]);
    }
};

bool must_stay_apart(const BetweenBarriers& before, const BetweenBarriers& after)
{
    for (std::size_t i = 0; i < before.memories.size(); ++i)
        if ((before.memories[i].writes && after.memories[i].any) || (before.memories[i].any && after.memories[i].writes))
            return true;
    return false;
}

bool is_asynchronous(const MachineCode& code)
{
    return std::ranges::any_of(code.operations, [](const MachineOperation& operation) {
        using enum OperationKind;
        return operation.kind == async_copy || operation.kind == bulk_copy || operation.kind == matrix_product
            || operation.kind == phase || (operation.kind == barrier && !operation.waits_at_barrier);
    });
}

std::vector<BetweenBarriers> parts_between_barriers(const BlockStream& stream, const MachineCode& code)
{
    std::vector<BetweenBarriers> sections;
    for (const auto& warp : stream.warps) {
        std::size_t now = 0;
        for (const StreamStep& step : warp) {
            if (sections.size() <= now)
                sections.resize(now + 1);
            const OperationKind kind = code.operations[step.pc].kind;
            if (step.memory != 0 && kind == OperationKind::shared_access)
                sections[now].memories[0].add(stream.memory[step.memory - 1].kind);
            if (step.memory != 0 && kind == OperationKind::global_access)
                sections[now].memories[1].add(stream.memory[step.memory - 1].kind);
            if (kind == OperationKind::barrier)
                sections[now++].end = step.pc;
        }
    }
    return sections;
}

} // namespace

double separate_nothing(const Cause& barrier, const Scenario& scenario)
{
    if (is_asynchronous(*scenario.code))
        return 0.0;
    double executions = 0.0;
    double without_use = 0.0;
    for (const BlockStream& stream : *scenario.streams) {
        if (!stream.barriers.empty())
            return 0.0;
        const std::vector<BetweenBarriers> sections = parts_between_barriers(stream, *scenario.code);
        BetweenBarriers joined; // sections that no needed barrier separates
        for (std::size_t i = 0; i + 1 < sections.size(); ++i) {
            joined.add(sections[i]);
            const bool is_this = is_at(barrier, scenario, sections[i].end);
            const bool is_needed = !is_this || must_stay_apart(joined, sections[i + 1]);
            executions += is_this ? 1.0 : 0.0;
            without_use += is_needed ? 0.0 : 1.0;
            if (is_needed)
                joined = {};
        }
    }
    return executions == 0.0 ? 0.0 : without_use / executions;
}

} // namespace warpstage::timing
