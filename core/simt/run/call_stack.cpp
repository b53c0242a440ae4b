#include "core/simt/run/call_stack.h"

#include "core/base/verify.h"
#include "core/simt/faults/fault.h"
#include "core/simt/layout/module_symbols.h"
#include "core/simt/operators/operator_table.h"
#include "core/simt/run/block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warpstage::simt {

namespace {

std::uint64_t rounded_up(std::uint64_t bytes)
{
    return (bytes + FrameLayout::kFrameAlignment - 1) / FrameLayout::kFrameAlignment * FrameLayout::kFrameAlignment;
}

// The location of this lane's value: in the frame that begins at `base`, or in a row.
std::byte* place_of(Warp& warp, const CallValue& value, std::uint64_t base, unsigned lane)
{
    if (value.in_row)
        return warp.registers + value.offset + lane * value.bytes;
    return warp.local.data() + lane * warp.local.stride() + base + value.offset;
}

void copy(Warp& warp, LaneMask lanes, const CallValue& to, std::uint64_t to_base, const CallValue& from, std::uint64_t from_base)
{
    for_each_lane(lanes, [&](unsigned lane) {
        std::byte* destination = place_of(warp, to, to_base, lane);
        const std::byte* source = place_of(warp, from, from_base, lane);
        // The most common sizes compile to one load and one store.
        if (from.bytes == 4)
            std::memcpy(destination, source, 4);
        else if (from.bytes == 8)
            std::memcpy(destination, source, 8);
        else
            std::memcpy(destination, source, from.bytes);
    });
}

CallValue formal(const FramePlace& place)
{
    return { false, place.offset, place.bytes };
}

bool fits(const std::vector<CallValue>& values, const std::vector<FramePlace>& places)
{
    return std::equal(values.begin(), values.end(), places.begin(), places.end(),
        [](const CallValue& value, const FramePlace& place) { return value.bytes == place.bytes; });
}

std::uint64_t lane_value(const Warp& warp, std::uint32_t row, unsigned lane)
{
    std::uint64_t value = 0;
    std::memcpy(&value, warp.registers + row + lane * sizeof(value), sizeof(value));
    return value;
}

// The end of the caller's frame, including its alloca memory.
std::uint64_t end_of_caller(const Warp& warp, const FunctionBody& caller, LaneMask lanes)
{
    std::uint64_t end = warp.calls.base() + caller.frame_bytes;
    if (caller.stack_top_row != kNoRow)
        for_each_lane(lanes, [&](unsigned lane) { end = std::max(end, lane_value(warp, caller.stack_top_row, lane)); });
    return end;
}

void fill_row(Warp& warp, std::uint32_t row, std::uint64_t value)
{
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        std::memcpy(warp.registers + row + lane * sizeof(value), &value, sizeof(value));
}

// The function's registers are free now: no active call uses them, or they have been saved.
void prepare_registers(Warp& warp, const FunctionBody& function, const Frame& frame)
{
    for (const Row& row : function.cleared) {
        const std::size_t bytes =
            row.lane_bytes == kPredicateSize ? sizeof(LaneMask) : std::size_t { row.lane_bytes } * kMaxLanes;
        std::memset(warp.registers + row.offset, 0, bytes);
    }
    fill_row(warp, function.base_row, frame.base);
    if (function.stack_top_row != kNoRow)
        fill_row(warp, function.stack_top_row, frame.end);
}

const std::string& name_of(const Block& block, const FunctionBody& function)
{
    return block.program().module().functions[function.in_module].display_name;
}

} // namespace

void CallStack::start(std::size_t functions, std::uint64_t kernel_bytes)
{
    m_frames.clear();
    m_saved.clear();
    m_active.assign(functions, 0);
    m_kernel_end = kernel_bytes;
}

void CallStack::extend(std::uint64_t end)
{
    std::uint64_t& mine = m_frames.empty() ? m_kernel_end : m_frames.back().end;
    mine = std::max(mine, end);
}

void CallStack::push(const Frame& frame)
{
    ++m_active[frame.function];
    m_frames.push_back(frame);
}

void CallStack::pop()
{
    --m_active[m_frames.back().function];
    m_frames.pop_back();
}

void CallStack::save(const std::byte* registers, const FunctionBody& function)
{
    for (const Extent& extent : function.registers)
        m_saved.insert(m_saved.end(), registers + extent.offset, registers + extent.offset + extent.bytes);
}

void CallStack::restore(std::byte* registers, const FunctionBody& function)
{
    for (auto extent = function.registers.rbegin(); extent != function.registers.rend(); ++extent) {
        VERIFY(m_saved.size() >= extent->bytes);
        std::memcpy(registers + extent->offset, m_saved.data() + (m_saved.size() - extent->bytes), extent->bytes);
        m_saved.resize(m_saved.size() - extent->bytes);
    }
}

FrameBounds frame_behind(
    const Block& block, const FunctionBody& function, std::uint64_t caller_end, std::uint64_t recursion, std::size_t active)
{
    const std::uint64_t limit = block.local_limit();
    FrameBounds frame;
    // The operand of stackrestore may be any number.
    frame.base = rounded_up(std::min(caller_end, limit + 1));
    frame.end = frame.base + function.frame_bytes;
    // The compiler reserves the frames of functions that do not call themselves. Of others an H200 counts the first frame, too.
    const std::uint64_t counted = active == 0 ? 0 : active == 1 ? 2 : 1;
    frame.recursion = recursion + counted * function.stack_bytes;
    frame.fits = frame.base <= limit && frame.end <= limit && frame.recursion <= block.limits().stack_bytes;
    return frame;
}

std::optional<Trap> call_fault(const Block& block, const FaultPlace& place, const CallForm& form, const FunctionBody& function)
{
    if (!function.refusal.empty())
        return trap_at(block, place, TrapKind::invalid_call,
            fmt::format("Invalid call of `{}`: {}", name_of(block, function), function.refusal));
    if (!form.function
        && !(fits(form.arguments, function.parameters) && (form.returns.empty() || fits(form.returns, function.returns))))
        return trap_at(block, place, TrapKind::invalid_call,
            fmt::format("Invalid call of `{}`: its parameters or return values do not match the call", name_of(block, function)));
    return std::nullopt;
}

Trap stack_overflow_trap(const Block& block, const FaultPlace& place, const FunctionBody& function, std::size_t depth)
{
    return trap_at(block, place, TrapKind::stack_overflow,
        fmt::format("Stack overflow: the call of `{}` at depth {} does not fit into the stack of {} bytes per thread",
            name_of(block, function), depth, block.limits().stack_bytes));
}

void copy_arguments(
    Warp& warp, LaneMask lanes, const CallForm& form, std::uint64_t caller_base, const FunctionBody& function, std::uint64_t base)
{
    for (std::size_t i = 0; i < form.arguments.size(); ++i)
        copy(warp, lanes, formal(function.parameters[i]), base, form.arguments[i], caller_base);
}

void copy_results(
    Warp& warp, LaneMask lanes, const CallForm& form, std::uint64_t caller_base, const FunctionBody& function, std::uint64_t base)
{
    for (std::size_t i = 0; i < form.returns.size(); ++i)
        copy(warp, lanes, form.returns[i], caller_base, formal(function.returns[i]), base);
}

std::optional<Trap> enter_function(
    Block& block, Warp& warp, const FaultPlace& place, std::uint32_t form_index, std::uint32_t function_index, LaneMask lanes)
{
    const ProgramBody& body = block.body();
    const CallForm& form = body.calls[form_index];
    const FunctionBody& function = body.functions[function_index];
    if (auto trap = call_fault(block, place, form, function))
        return trap;

    const std::size_t active = warp.calls.active(function_index);
    Frame frame { function_index, form_index, lanes, 0, 0, 0, active != 0 };
    const FrameBounds bounds =
        frame_behind(block, function, end_of_caller(warp, body.functions[form.caller], lanes), warp.calls.recursion(), active);
    if (!bounds.fits)
        return stack_overflow_trap(block, place, function, warp.calls.depth() + 1);
    frame.base = bounds.base;
    frame.end = bounds.end;
    frame.recursion = bounds.recursion;

    warp.local.reserve(frame.end);
    copy_arguments(warp, lanes, form, warp.calls.base(), function, frame.base);
    if (frame.saved)
        warp.calls.save(warp.registers, function);
    prepare_registers(warp, function, frame);
    warp.calls.push(frame);
    warp.divergence.call(lanes, function.first);
    block.select(warp);
    return std::nullopt;
}

void leave_function(Block& block, Warp& warp)
{
    const ProgramBody& body = block.body();
    const Frame frame = warp.calls.top();
    const FunctionBody& function = body.functions[frame.function];
    const CallForm& form = body.calls[frame.form];
    warp.calls.pop();
    if (frame.saved)
        warp.calls.restore(warp.registers, function);
    copy_results(warp, frame.lanes, form, warp.calls.base(), function, frame.base);
    warp.divergence.leave_function();
    block.select(warp);
}

CallTarget find_call_target(const Block& block, const Warp& warp, const FaultPlace& place, const CallForm& form)
{
    const std::uint64_t address = lane_value(warp, form.target, place.lane);
    const auto in_module = function_at(address);
    const std::vector<std::uint32_t>& functions = block.body().function_of_module;
    if (in_module && *in_module < functions.size() && functions[*in_module] != kNoFunction)
        return { functions[*in_module], std::nullopt };
    const char* what = address == 0 ? "a null pointer" : "not the address of a function";
    return { 0,
        trap_at(
            block, place, TrapKind::invalid_call, fmt::format("Invalid call through a pointer: 0x{:x} is {}", address, what)) };
}

} // namespace warpstage::simt
