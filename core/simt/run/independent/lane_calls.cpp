#include "core/simt/run/independent/lane_calls.h"

#include "core/base/verify.h"
#include "core/simt/operators/operator_table.h"

#include <algorithm>
#include <cstring>

namespace warpstage::simt {

namespace {

std::byte* place_of(Warp& warp, const Row& row, unsigned lane)
{
    return warp.registers + row.offset + std::size_t { lane } * row.lane_bytes;
}

bool predicate_of(const std::byte* registers, const Row& row, unsigned lane)
{
    LaneMask mask = 0;
    std::memcpy(&mask, registers + row.offset, sizeof(mask));
    return has_lane(mask, lane);
}

void set_predicate(Warp& warp, const Row& row, unsigned lane, bool value)
{
    LaneMask mask = 0;
    std::memcpy(&mask, warp.registers + row.offset, sizeof(mask));
    mask = value ? mask | only_lane(lane) : mask & ~only_lane(lane);
    std::memcpy(warp.registers + row.offset, &mask, sizeof(mask));
}

std::vector<std::byte> saved_registers(const std::byte* registers, const FunctionBody& function, unsigned lane)
{
    std::vector<std::byte> saved;
    for (const Row& row : function.rows) {
        if (row.lane_bytes == kPredicateSize)
            saved.push_back(predicate_of(registers, row, lane) ? std::byte { 1 } : std::byte { 0 });
        else {
            const std::byte* const from = registers + row.offset + std::size_t { lane } * row.lane_bytes;
            saved.insert(saved.end(), from, from + row.lane_bytes);
        }
    }
    return saved;
}

void restore_registers(Warp& warp, const FunctionBody& function, unsigned lane, const std::vector<std::byte>& saved)
{
    const std::byte* from = saved.data();
    for (const Row& row : function.rows) {
        if (row.lane_bytes == kPredicateSize) {
            set_predicate(warp, row, lane, *from != std::byte { 0 });
            ++from;
        } else {
            std::memcpy(place_of(warp, row, lane), from, row.lane_bytes);
            from += row.lane_bytes;
        }
    }
    VERIFY(from == saved.data() + saved.size());
}

void prepare_registers(Warp& warp, const FunctionBody& function, unsigned lane, const FrameBounds& frame)
{
    for (const Row& row : function.cleared) {
        if (row.lane_bytes == kPredicateSize)
            set_predicate(warp, row, lane, false);
        else
            std::memset(place_of(warp, row, lane), 0, row.lane_bytes);
    }
    std::memcpy(place_of(warp, { function.base_row, sizeof(frame.base) }, lane), &frame.base, sizeof(frame.base));
    if (function.stack_top_row != kNoRow)
        std::memcpy(place_of(warp, { function.stack_top_row, sizeof(frame.end) }, lane), &frame.end, sizeof(frame.end));
}

// 0 if the function has no alloca; arbitrary if it has a stackrestore.
std::uint64_t stack_top(const FunctionBody& function, const Warp& warp, unsigned lane)
{
    std::uint64_t top = 0;
    if (function.stack_top_row != kNoRow)
        std::memcpy(&top, warp.registers + function.stack_top_row + lane * sizeof(top), sizeof(top));
    return top;
}

} // namespace

std::optional<Trap> LaneCalls::enter(
    Block& block, Warp& warp, const FaultPlace& place, std::uint32_t form_index, std::uint32_t function_index)
{
    const ProgramBody& body = block.body();
    const CallForm& form = body.calls[form_index];
    const FunctionBody& function = body.functions[function_index];
    const unsigned lane = place.lane;
    if (auto trap = call_fault(block, place, form, function))
        return trap;
    const std::size_t calls = active(function_index);
    const FunctionBody& caller = body.functions[form.caller];
    const std::uint64_t caller_end = std::max(base() + caller.frame_bytes, stack_top(caller, warp, lane));
    const FrameBounds frame = frame_behind(block, function, caller_end, m_frames.empty() ? 0 : m_frames.back().recursion, calls);
    if (!frame.fits)
        return stack_overflow_trap(block, place, function, m_frames.size() + 1);
    warp.local.reserve(frame.end);
    copy_arguments(warp, only_lane(lane), form, base(), function, frame.base);
    LaneFrame entered { function_index, form_index, place.pc + 1, frame.base, frame.end, frame.recursion, {} };
    if (calls != 0)
        entered.saved = saved_registers(warp.registers, function, lane);
    prepare_registers(warp, function, lane, frame);
    m_frames.push_back(std::move(entered));
    return std::nullopt;
}

void LaneCalls::adopt(const ProgramBody& body, const Frame& frame, std::uint32_t return_pc, unsigned lane, const std::byte* saved)
{
    m_frames.push_back({ frame.function, frame.form, return_pc, frame.base, frame.end, frame.recursion, {} });
    if (saved != nullptr)
        m_frames.back().saved = saved_registers(saved, body.functions[frame.function], lane);
}

std::uint32_t LaneCalls::leave(Block& block, Warp& warp, unsigned lane)
{
    const ProgramBody& body = block.body();
    const LaneFrame frame = std::move(m_frames.back());
    m_frames.pop_back();
    const FunctionBody& function = body.functions[frame.function];
    if (!frame.saved.empty())
        restore_registers(warp, function, lane, frame.saved);
    copy_results(warp, only_lane(lane), body.calls[frame.form], base(), function, frame.base);
    return frame.return_pc;
}

std::uint64_t LaneCalls::end(const ProgramBody& body) const
{
    return m_frames.empty() ? std::max(m_kernel_end, body.functions.front().frame_bytes) : m_frames.back().end;
}

void LaneCalls::extend(const ProgramBody& body, const Warp& warp, unsigned lane)
{
    std::uint64_t& mine = m_frames.empty() ? m_kernel_end : m_frames.back().end;
    mine = std::max(mine, stack_top(body.functions[m_frames.empty() ? 0 : m_frames.back().function], warp, lane));
}

std::size_t LaneCalls::active(std::uint32_t function) const
{
    return static_cast<std::size_t>(std::ranges::count(m_frames, function, &LaneFrame::function));
}

} // namespace warpstage::simt
