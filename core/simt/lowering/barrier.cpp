// Barriers and fences (PTX ISA, 9.7.13.1 to 9.7.13.5).
#include "core/simt/run/barrier.h"

#include "core/simt/lowering/lowering.h"
#include "core/simt/run/warp_members.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <string_view>
#include <variant>

namespace warpstage::simt {

namespace {

// Warps of a block run in sequence, but other blocks run at the same time.
bool fence_memory(WarpState&, const Operation&)
{
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return true;
}

constexpr std::array<std::string_view, 19> kFenceWords { "gl", "cta", "cluster", "gpu", "sys", "sc", "acq_rel", "acquire",
    "release", "proxy", "alias", "async", "async::generic", "global", "shared::cta", "shared::cluster", "mbarrier_init",
    "sync_restrict::shared::cta", "sync_restrict::shared::cluster" };

std::optional<BarrierAction> action_of(const ptx::Instruction& instruction)
{
    std::optional<BarrierAction> action;
    bool reduces = false;
    for (const std::string_view word : instruction.modifiers) {
        if (word == "sync")
            action = BarrierAction::sync;
        else if (word == "arrive")
            action = BarrierAction::arrive;
        else if (word == "red")
            reduces = true;
        else if (word == "popc" && reduces)
            action = BarrierAction::reduce_popc;
        else if (word == "and" && reduces)
            action = BarrierAction::reduce_and;
        else if (word == "or" && reduces)
            action = BarrierAction::reduce_or;
        else if (word != "aligned" && word != "cta")
            return std::nullopt;
    }
    return action;
}

Supported lower_barrier_reduction(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const bool counts = static_cast<BarrierAction>(operation.site) == BarrierAction::reduce_popc;
    const ptx::Type type = counts ? ptx::Type::u32 : ptx::Type::pred;
    if (instruction.types.size() != 1 || instruction.types[0] != type)
        return Supported::no;
    const auto c = negatable_predicate(lowering, instruction.operands.back(), operation.predicate_negated);
    const auto d = destination(lowering, instruction.operands.front(), counts ? 4 : kPredicateSize);
    if (!c || !d)
        return Supported::no;
    operation.c = *c;
    operation.d = *d;
    return Supported::yes;
}

} // namespace

Supported lower_barrier(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.has_modifier("warp")) {
        operation.full = &synchronize_warp;
        operation.masked = &synchronize_warp;
        const bool known = instruction.modifiers.size() == 2 && instruction.has_modifier("sync");
        return known && instruction.operands.size() == 1 ? lower_members(lowering, instruction.operands[0], operation)
                                                         : Supported::no;
    }
    if (instruction.has_modifier("cluster"))
        return lower_cluster_barrier(lowering, instruction, operation);
    const std::optional<BarrierAction> action = action_of(instruction);
    if (!action)
        return Supported::no;
    operation.kind = OperationKind::barrier;
    operation.site = static_cast<std::uint32_t>(*action);

    // [result,] number [, threads] [, predicate]
    const bool reduces = *action != BarrierAction::sync && *action != BarrierAction::arrive;
    const std::size_t first = reduces ? 1 : 0;
    const std::size_t end = instruction.operands.size() - std::min<std::size_t>(reduces ? 1 : 0, instruction.operands.size());
    const bool needs_threads = *action == BarrierAction::arrive;
    if (end < first + 1 + (needs_threads ? 1 : 0) || end > first + 2)
        return Supported::no;
    if (reduces && lower_barrier_reduction(lowering, instruction, operation) == Supported::no)
        return Supported::no;
    const ptx::Operand& number = instruction.operands[first];
    if (const auto* literal = std::get_if<ptx::ImmediateOperand>(&number)) {
        if (literal->kind != ptx::ImmediateOperand::Kind::integer || literal->bits >= kBarriers)
            return Supported::no;
        operation.displacement = static_cast<std::int64_t>(literal->bits);
    } else {
        const auto row = source(lowering, number, 4, ptx::Type::u32);
        if (!row)
            return Supported::no;
        operation.a = *row;
    }
    if (end == first + 2) {
        const auto row = source(lowering, instruction.operands[first + 1], 4, ptx::Type::u32);
        if (!row)
            return Supported::no;
        operation.b = *row;
    }
    return Supported::yes;
}

Supported lower_fence(Lowering&, const ptx::Instruction& instruction, Operation& operation)
{
    const bool known = std::all_of(instruction.modifiers.begin(), instruction.modifiers.end(),
        [](std::string_view word) { return std::find(kFenceWords.begin(), kFenceWords.end(), word) != kFenceWords.end(); });
    if (!known || !instruction.operands.empty() || !instruction.types.empty())
        return Supported::no;
    operation.full = &fence_memory;
    operation.masked = &fence_memory;
    return Supported::yes;
}

} // namespace warpstage::simt
