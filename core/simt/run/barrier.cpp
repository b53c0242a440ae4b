#include "core/simt/run/barrier.h"

#include "core/simt/faults/fault.h"
#include "core/simt/observer.h"
#include "core/simt/run/block.h"

#include <cstring>
#include <string>

namespace warpstage::simt {

namespace {

// The operands of one arrival.
struct Call {
    std::uint32_t number = 0;
    std::uint32_t threads = 0; // 0: all warps that have not exited
};

std::uint32_t lane_value(const std::byte* registers, std::uint32_t row, unsigned lane)
{
    std::uint32_t value = 0;
    std::memcpy(&value, registers + row + lane * sizeof(value), sizeof(value));
    return value;
}

// The value that all these lanes have in the row; empty if they differ.
std::optional<std::uint32_t> common_value(const std::byte* registers, std::uint32_t row, LaneMask lanes)
{
    const std::uint32_t value = lane_value(registers, row, lowest_lane(lanes));
    bool same = true;
    for_each_lane(lanes, [&](unsigned lane) { same = same && lane_value(registers, row, lane) == value; });
    return same ? std::optional { value } : std::nullopt;
}

std::uint32_t whole_block(Block& block)
{
    return static_cast<std::uint32_t>(block.warps().size()) * block.shape().warp_width;
}

std::optional<Trap> read_call(Block& block, const FaultPlace& place, const Operation& operation, const std::byte* registers,
    LaneMask executed, UndefinedOperands undefined, Call& call)
{
    call.number = static_cast<std::uint32_t>(operation.displacement);
    if (operation.a != kNoRow) {
        const std::optional<std::uint32_t> number = common_value(registers, operation.a, executed);
        if (!number)
            return barrier_number_trap(block, place, "the lanes of the warp use different barriers");
        if (*number >= kBarriers && undefined == UndefinedOperands::reported)
            return barrier_number_trap(block, place, std::to_string(*number) + " is outside the range 0 to 15");
        call.number = *number % kBarriers; // as an H200
    }
    if (operation.b == kNoRow)
        return std::nullopt;
    const std::optional<std::uint32_t> threads = common_value(registers, operation.b, executed);
    if (!threads)
        return barrier_count_trap(block, place, call.number, std::nullopt, "the lanes of the warp pass different counts");
    const std::uint32_t width = block.shape().warp_width;
    const bool only_arrives = static_cast<BarrierAction>(operation.site) == BarrierAction::arrive;
    if (*threads == 0 && only_arrives)
        return barrier_count_trap(block, place, call.number, threads, "bar.arrive requires the number of threads");
    if (*threads % width != 0)
        return barrier_count_trap(
            block, place, call.number, threads, "it is not a multiple of the warp size, " + std::to_string(width));
    if (*threads > whole_block(block) && undefined == UndefinedOperands::reported) // else it never completes
        return barrier_count_trap(block, place, call.number, threads,
            "the block has " + std::to_string(block.warps().size()) + " warps of " + std::to_string(width) + " threads");
    call.threads = *threads;
    return std::nullopt;
}

void write_result(const Warp& warp, const Operation& operation, LaneMask lanes, const BarrierPhase& phase)
{
    const auto write_predicate = [&](bool value) {
        LaneMask predicate = 0;
        std::memcpy(&predicate, warp.registers + operation.d, sizeof(predicate));
        predicate = value ? predicate | lanes : predicate & ~lanes;
        std::memcpy(warp.registers + operation.d, &predicate, sizeof(predicate));
    };
    switch (static_cast<BarrierAction>(operation.site)) {
    case BarrierAction::sync:
    case BarrierAction::arrive:
        return;
    case BarrierAction::reduce_popc:
        for_each_lane(lanes, [&](unsigned lane) {
            std::memcpy(warp.registers + operation.d + lane * sizeof(phase.votes), &phase.votes, sizeof(phase.votes));
        });
        return;
    case BarrierAction::reduce_and:
        write_predicate(phase.all);
        return;
    case BarrierAction::reduce_or:
        write_predicate(phase.votes != 0);
        return;
    }
}

// To the lanes at each of the instructions; other lanes of the warp only wait to exit.
void write_results(const ProgramBody& body, const Warp& warp, const BarrierPhase& phase)
{
    const auto write = [&](std::uint32_t next, LaneMask lanes) {
        if (next != 0 && body.operations[next - 1].kind == OperationKind::barrier)
            write_result(warp, body.operations[next - 1], lanes, phase);
    };
    write(warp.divergence.top().pc, warp.divergence.top().lanes);
    warp.divergence.for_each_waiting(write);
}

// Releases the warps that wait at this barrier and resets it.
void let_go(Block& block, std::uint32_t number, Observer* observer)
{
    BarrierPhase& phase = block.barriers()[number];
    std::vector<std::uint32_t> waited; // filled only for the observer
    bool everybody = true;
    for (std::uint32_t index = 0; index < block.warps().size(); ++index) {
        Warp& warp = block.warps()[index];
        if (warp.status == WarpStatus::finished)
            continue;
        if (warp.status != WarpStatus::waiting || warp.barrier != number) {
            everybody = false;
            continue;
        }
        if (phase.reduces)
            write_results(block.body(), warp, phase);
        warp.status = WarpStatus::ready;
        if (observer != nullptr)
            waited.push_back(index);
    }
    if (observer != nullptr && everybody && phase.gone_on.empty())
        observer->on_barrier(block.linear());
    else if (observer != nullptr)
        observer->on_partial_barrier(block.linear(), waited, phase.gone_on);
    phase = {};
}

void vote(BarrierPhase& phase, const Warp& warp, const Operation& operation, LaneMask lanes)
{
    LaneMask predicate = 0;
    std::memcpy(&predicate, warp.registers + operation.c, sizeof(predicate));
    const LaneMask votes = (operation.predicate_negated ? ~predicate : predicate) & lanes;
    phase.votes += lane_count(votes);
    phase.all = phase.all && votes == lanes;
    phase.reduces = true;
}

bool only_arrives(const Operation& operation)
{
    return static_cast<BarrierAction>(operation.site) == BarrierAction::arrive;
}

// What all arrivals of a warp have in common.
std::optional<Trap> read_calls(
    Block& block, std::uint32_t index, std::span<const Arrival> arrivals, UndefinedOperands undefined, Call& call)
{
    const Warp& warp = block.warps()[index];
    const auto& operations = block.body().operations;
    const auto place_of = [index](const Arrival& arrival) {
        return FaultPlace { index, lowest_lane(arrival.lanes), arrival.pc };
    };
    const Arrival& first = arrivals.front();
    if (std::optional<Trap> trap =
            read_call(block, place_of(first), operations[first.pc], warp.registers, first.lanes, undefined, call))
        return trap;
    for (const Arrival& arrival : arrivals.subspan(1)) {
        Call other;
        if (std::optional<Trap> trap =
                read_call(block, place_of(arrival), operations[arrival.pc], warp.registers, arrival.lanes, undefined, other))
            return trap;
        if (other.number != call.number || only_arrives(operations[arrival.pc]) != only_arrives(operations[first.pc]))
            return divergent_barrier_trap(block, place_of(first), first.lanes, warp.divergence.living());
        if (other.threads != call.threads)
            return barrier_count_trap(
                block, place_of(arrival), call.number, std::nullopt, "the lanes of the warp pass different counts");
    }
    return std::nullopt;
}

// The lanes go on behind their instructions when the barrier lets them.
void wait_behind(Warp& warp, std::span<const Arrival> arrivals)
{
    warp.divergence.go_to(arrivals.front().pc + 1);
    for (const Arrival& arrival : arrivals.subspan(1))
        warp.divergence.part(arrival.pc + 1, arrivals.front().pc + 1, arrival.lanes, kNever);
}

} // namespace

std::optional<Trap> arrive(
    Block& block, std::uint32_t index, std::span<const Arrival> arrivals, Observer* observer, UndefinedOperands undefined)
{
    Warp& warp = block.warps()[index];
    Call call;
    if (std::optional<Trap> trap = read_calls(block, index, arrivals, undefined, call))
        return trap;

    const auto& operations = block.body().operations;
    const Arrival& first = arrivals.front();
    BarrierPhase& phase = block.barriers()[call.number];
    if (phase.arrived != 0 && call.threads != phase.threads) {
        // Without a count, all threads of the block participate (PTX ISA, 9.7.13.1).
        const std::uint32_t here = call.threads == 0 ? whole_block(block) : call.threads;
        const std::uint32_t before = phase.threads == 0 ? whole_block(block) : phase.threads;
        if (here != before)
            return barrier_count_trap(block, { index, lowest_lane(first.lanes), first.pc }, call.number, here,
                "warps that arrived earlier wait for " + std::to_string(before) + " threads");
        call.threads = here;
    }
    phase.threads = call.threads;
    ++phase.arrived;
    for (const Arrival& arrival : arrivals) {
        if (operations[arrival.pc].c != kNoRow)
            vote(phase, warp, operations[arrival.pc], arrival.lanes);
    }
    if (only_arrives(operations[first.pc])) {
        phase.gone_on.push_back(index);
    } else {
        warp.status = WarpStatus::waiting;
        warp.barrier = call.number;
        wait_behind(warp, arrivals);
    }
    if (phase.threads != 0 && phase.arrived * block.shape().warp_width >= phase.threads) {
        let_go(block, call.number, observer);
        block.warps_released = true;
    }
    return std::nullopt;
}

Gathering gather(Block& block, Observer* observer)
{
    const Warp* first_waiting = nullptr;
    bool at_cluster = false;
    for (const Warp& warp : block.warps()) {
        if (warp.status != WarpStatus::waiting)
            continue;
        if (warp.barrier == kClusterBarrier) {
            at_cluster = true;
            continue;
        }
        if (first_waiting == nullptr)
            first_waiting = &warp;
        // A barrier with a count is complete when the last warp arrives.
        if (warp.barrier != first_waiting->barrier || block.barriers()[warp.barrier].threads != 0)
            return Gathering::deadlock;
    }
    if (at_cluster)
        return block.cluster().count() == 1 ? Gathering::deadlock : Gathering::at_cluster;
    if (first_waiting == nullptr)
        return Gathering::all_finished;
    let_go(block, first_waiting->barrier, observer);
    return Gathering::released;
}

} // namespace warpstage::simt
