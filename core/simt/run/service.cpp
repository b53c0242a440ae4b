#include "core/simt/run/service.h"

#include "core/base/verify.h"
#include "core/simt/faults/fault.h"
#include "core/simt/launch_check.h"
#include "core/simt/layout/module_symbols.h"
#include "core/simt/memory/address_space.h"
#include "core/simt/run/block.h"
#include "core/simt/run/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace warpstage::simt {

namespace {

class Server {
public:
    Server(Block& block, Warp& warp, const Operation& operation, const FaultPlace& place, LaneMask lanes)
        : m_block(block)
        , m_warp(warp)
        , m_form(block.body().services[operation.site])
        , m_place(place)
        , m_lanes(lanes)
    {
    }

    std::optional<Trap> run()
    {
        switch (m_form.service) {
        case Service::clock:
            return read_clock();
        case Service::sleep:
            return sleep();
        case Service::allocate:
            return allocate();
        case Service::trap:
            return trap_at(m_block, m_place, TrapKind::trap_instruction, "The kernel executed a trap instruction");
        case Service::breakpoint: // as an H200 without a debugger
            return trap_at(m_block, m_place, TrapKind::trap_instruction,
                "The kernel executed a breakpoint (brkpt), and no debugger is attached");
        case Service::print:
            return print();
        case Service::assert_failed:
            return fail_assertion();
        case Service::heap_allocate:
            return heap_allocate();
        case Service::heap_free:
            return heap_free();
        case Service::set_conditional:
            return set_conditional();
        case Service::child_buffer:
            return each_lane([&](unsigned lane) { return child_buffer(lane); });
        case Service::child_launch:
            return each_status([&](unsigned lane) { return child_launch(lane); });
        case Service::child_copy:
            return each_status([&](unsigned lane) {
                add_child({ .kind = ChildLaunch::Kind::copy,
                    .target = argument(0, lane),
                    .source = argument(1, lane),
                    .bytes = argument(2, lane) });
                return kSuccess;
            });
        case Service::child_fill:
            return each_status([&](unsigned lane) {
                add_child({ .kind = ChildLaunch::Kind::fill,
                    .target = argument(0, lane),
                    .bytes = argument(2, lane),
                    .value = static_cast<std::uint8_t>(argument(1, lane)) });
                return kSuccess;
            });
        case Service::create_handle:
            return each_status([&](unsigned lane) { return store(lane, kHandle, sizeof(kHandle)); });
        case Service::device_number:
            return each_status([&](unsigned lane) { return store(lane, 0, sizeof(std::uint32_t)); });
        case Service::device_malloc:
            return each_status([&](unsigned lane) {
                const std::uint64_t address = m_block.module().heap().allocate(argument(1, lane));
                return address == 0 ? kNoMemory : store(lane, address, sizeof(address));
            });
        case Service::device_free:
            return each_status(
                [&](unsigned lane) { return m_block.module().heap().free(argument(0, lane)) ? kSuccess : kInvalidValue; });
        case Service::take_last_error:
            return each_lane([&](unsigned lane) {
                return m_warp.last_errors.empty() ? kSuccess : std::exchange(m_warp.last_errors[lane], kSuccess);
            });
        case Service::last_error:
            return each_lane([&](unsigned lane) { return m_warp.last_errors.empty() ? kSuccess : m_warp.last_errors[lane]; });
        case Service::do_nothing:
            return each_lane([](unsigned) { return kSuccess; });
        }
        VERIFY_NOT_REACHED();
    }

private:
    // cudaError_t.
    static constexpr std::uint64_t kSuccess = 0;
    static constexpr std::uint64_t kInvalidValue = 1;
    static constexpr std::uint64_t kNoMemory = 2;
    static constexpr std::uint64_t kInvalidConfiguration = 9;
    static constexpr std::uint64_t kHandle =
        0x10; // of all streams and events of the device: what a grid launches keeps its order

    // Calls the function of the device runtime for each lane; its value is the result.
    template <typename Function> std::optional<Trap> each_lane(Function function)
    {
        for_each_lane(m_lanes, [&](unsigned lane) { give_back(lane, function(lane)); });
        return std::nullopt;
    }

    // The same for a function that returns a cudaError_t.
    template <typename Function> std::optional<Trap> each_status(Function function)
    {
        return each_lane([&](unsigned lane) {
            const std::uint64_t status = function(lane);
            if (status != kSuccess) {
                m_warp.last_errors.resize(kMaxLanes, kSuccess);
                m_warp.last_errors[lane] = status;
            }
            return status;
        });
    }

    // Memory of the program, without a memory request: its cached buffers stay unchanged. Null where `bytes` may not be accessed.
    [[nodiscard]] std::byte* program_memory(unsigned lane, std::uint64_t address, std::uint64_t bytes)
    {
        const DeviceMemory::Region* last = nullptr;
        const DeviceMemory::Region** const kept = std::exchange(m_block.state().last_region, &last);
        std::byte* const place = find_place(m_block.state(), 0, lane, resolve_generic(address), bytes);
        m_block.state().last_region = kept;
        return place;
    }

    // *argument 0 = value.
    std::uint64_t store(unsigned lane, std::uint64_t value, std::uint64_t bytes)
    {
        std::byte* const place = program_memory(lane, argument(0, lane), bytes);
        if (place == nullptr)
            return kInvalidValue;
        std::memcpy(place, &value, bytes);
        return kSuccess;
    }

    void add_child(ChildLaunch launch)
    {
        launch.parent = m_block.linear();
        m_block.module().children().add(std::move(launch));
    }

    // cudaGetParameterBufferV2(function, grid, block, shared bytes): the address at which the caller stores the parameters, or 0.
    std::uint64_t child_buffer(unsigned lane)
    {
        const auto function = function_at(argument(0, lane));
        const auto& functions = m_block.program().module().functions;
        if (!function || *function >= functions.size() || !functions[*function].entry)
            return 0;
        ChildLaunch launch { .function = *function, .shared_bytes = static_cast<std::uint32_t>(argument(3, lane)) };
        std::memcpy(&launch.grid, value_place(m_form.arguments[1], lane), sizeof(launch.grid));
        std::memcpy(&launch.block, value_place(m_form.arguments[2], lane), sizeof(launch.block));
        const std::uint64_t bytes = std::max<std::uint64_t>(functions[*function].parameter_bytes, 1);
        const DeviceAddress buffer = m_block.module().heap().allocate(bytes);
        if (buffer != 0)
            m_block.module().children().prepare(buffer, std::move(launch));
        return buffer;
    }

    // As for a launch of the host.
    [[nodiscard]] bool is_valid(const ChildLaunch& launch) const
    {
        const ptx::Function& kernel = m_block.program().module().functions[launch.function];
        const std::uint64_t threads = launch.block.count();
        return is_valid_grid(launch.grid) && is_valid_block(launch.block) && threads <= kernel.max_block_threads.value_or(threads)
            && m_block.module().children().has_shared_room(m_block.program().module(), launch.function, launch.shared_bytes);
    }

    // cudaLaunchDeviceV2(buffer, stream).
    std::uint64_t child_launch(unsigned lane)
    {
        constexpr std::uint64_t kTailStream = 3; // cudaStreamTailLaunch; 4 and 5 are fire and forget
        const DeviceAddress buffer = argument(0, lane);
        auto launch = m_block.module().children().take_prepared(buffer);
        if (!launch)
            return kInvalidValue;
        const std::uint64_t bytes = m_block.program().module().functions[launch->function].parameter_bytes;
        if (bytes != 0) {
            const std::byte* const first =
                m_block.state().memory->nearest(buffer)->data + (buffer - m_block.state().memory->nearest(buffer)->base);
            launch->parameters.assign(first, first + bytes);
        }
        static_cast<void>(m_block.module().heap().free(buffer));
        if (!is_valid(*launch))
            return kInvalidConfiguration;
        launch->order = argument(1, lane) == kTailStream ? ChildLaunch::Order::tail : ChildLaunch::Order::stream;
        add_child(*std::move(launch));
        return kSuccess;
    }

    [[nodiscard]] std::byte* value_place(const CallValue& value, unsigned lane)
    {
        if (value.in_row)
            return m_warp.registers + value.offset + lane * value.bytes;
        return m_warp.local.data() + lane * m_warp.local.stride() + frame_base(lane) + value.offset;
    }

    // Diverged lanes have separate stacks.
    [[nodiscard]] std::uint64_t frame_base(unsigned lane) const
    {
        const std::uint32_t row = m_block.body().functions[m_form.caller].base_row;
        std::uint64_t base = 0;
        if (row != kNoRow)
            std::memcpy(&base, m_warp.registers + row + lane * sizeof(base), sizeof(base));
        return base;
    }

    [[nodiscard]] std::uint64_t argument(std::size_t index, unsigned lane)
    {
        const CallValue& value = m_form.arguments[index];
        std::uint64_t bits = 0;
        std::memcpy(&bits, value_place(value, lane), std::min<std::uint64_t>(value.bytes, sizeof(bits)));
        return bits;
    }

    void give_back(unsigned lane, std::uint64_t bits)
    {
        if (!m_form.returns.empty())
            std::memcpy(value_place(m_form.returns[0], lane), &bits, m_form.returns[0].bytes);
    }

    // Warp instructions of the block, which a student can count, and the time in which its warps slept.
    std::optional<Trap> read_clock()
    {
        const std::uint64_t now = time_of_warp();
        const std::uint64_t value = m_form.high_half ? now >> 32U : now;
        if (m_form.returns[0].bytes == sizeof(std::uint32_t))
            fill_result(static_cast<std::uint32_t>(value));
        else
            fill_result(value);
        return std::nullopt;
    }

    // A warp that has slept reads the clock after the end of its sleep; other warps may have run meanwhile.
    std::uint64_t time_of_warp()
    {
        if (m_block.clock() < m_warp.wakes_at)
            m_block.slept = m_warp.wakes_at - m_block.warp_instructions;
        return m_block.clock();
    }

    // For 0 to twice the time that each lane names, and at most a millisecond (PTX ISA, nanosleep); one unit of time for each
    // nanosecond.
    std::optional<Trap> sleep()
    {
        constexpr std::uint64_t kLongest = 1'000'000;
        std::uint64_t least = kLongest;
        std::uint64_t most = 0;
        for_each_lane(m_lanes, [&](unsigned lane) {
            const std::uint64_t time = std::min(argument(0, lane), kLongest);
            least = std::min(least, time);
            most = std::max(most, time);
        });
        m_warp.wakes_at = time_of_warp() + std::min(most, 2 * least);
        return std::nullopt;
    }

    // A loop that waits for the clock does little else, so each lane is a copy of constant length.
    template <typename Value> void fill_result(Value value)
    {
        VERIFY(m_form.returns[0].in_row && m_form.returns[0].bytes == sizeof(value));
        std::byte* const row = m_warp.registers + m_form.returns[0].offset;
        for_each_lane(m_lanes, [&](unsigned lane) { std::memcpy(row + lane * sizeof(value), &value, sizeof(value)); });
    }

    std::optional<Trap> allocate()
    {
        const std::uint32_t row = m_block.body().functions[m_form.caller].stack_top_row;
        const std::uint64_t limit = m_block.local_limit();
        std::uint64_t end = 0;
        for (LaneMask rest = m_lanes; rest != 0; rest &= rest - 1) {
            const unsigned lane = lowest_lane(rest);
            std::uint64_t top = 0;
            std::byte* place = m_warp.registers + row + lane * sizeof(top);
            std::memcpy(&top, place, sizeof(top));
            const std::uint64_t bytes = argument(0, lane);
            const std::uint64_t start = (std::min(top, limit) + m_form.alignment - 1) / m_form.alignment * m_form.alignment;
            if (bytes > m_block.limits().stack_bytes || start + bytes > limit)
                return trap_at(m_block, { m_place.warp, lane, m_place.pc }, TrapKind::stack_overflow,
                    fmt::format("Stack overflow: {} bytes of alloca do not fit into the stack of {} bytes per thread", bytes,
                        m_block.limits().stack_bytes));
            top = start + bytes;
            end = std::max(end, top);
            std::memcpy(place, &top, sizeof(top));
            give_back(lane, start);
        }
        m_warp.calls.extend(end);
        m_warp.local.reserve(end);
        m_block.select(m_warp);
        return std::nullopt;
    }

    std::optional<Trap> print()
    {
        for_each_lane(m_lanes, [&](unsigned lane) {
            const PrintedText text = print_format(m_block.state(), lane, argument(0, lane), argument(1, lane));
            m_block.output += text.text;
            if (m_block.output.size() > m_block.limits().print_bytes)
                m_block.output.resize(m_block.limits().print_bytes + 1); // one more byte marks lost output
            give_back(lane, text.arguments);
        });
        return std::nullopt;
    }

    // "file:line: function: block: [0,0,0], thread: [3,0,0] Assertion `i < n` failed.": the format of CUDA's message.
    std::optional<Trap> fail_assertion()
    {
        Trap trap = trap_at(m_block, m_place, TrapKind::assertion_failed, "");
        for_each_lane(m_lanes, [&](unsigned lane) {
            const auto text = [&](std::size_t index) {
                return read_text(m_block.state(), lane, argument(index, lane));
            };
            const Dim3 thread = m_block.thread_of(m_place.warp, lane);
            const std::string line =
                fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.", text(1), argument(2, lane),
                    text(3), trap.block.x, trap.block.y, trap.block.z, thread.x, thread.y, thread.z, text(0));
            trap.lines += line + '\n';
            if (lane == m_place.lane)
                trap.message = line;
        });
        return trap;
    }

    std::optional<Trap> heap_allocate()
    {
        for_each_lane(m_lanes, [&](unsigned lane) { give_back(lane, m_block.module().heap().allocate(argument(0, lane))); });
        return std::nullopt;
    }

    std::optional<Trap> heap_free()
    {
        for (LaneMask rest = m_lanes; rest != 0; rest &= rest - 1) {
            const unsigned lane = lowest_lane(rest);
            const std::uint64_t address = argument(0, lane);
            if (m_block.module().heap().free(address))
                continue;
            if (std::optional<Trap> trap = refuse_free(lane, address))
                return trap;
        }
        return std::nullopt;
    }

    // As an H200, which reads the bytes in front of the memory: it reports a second free and addresses in front of which there is
    // no memory; other frees have no effect. With checks, each one is an error.
    std::optional<Trap> refuse_free(unsigned lane, std::uint64_t address)
    {
        constexpr std::uint64_t kHeader = 16;
        DeviceHeap& heap = m_block.module().heap();
        const FaultPlace place { m_place.warp, lane, m_place.pc };
        if (heap.is_free(address))
            return trap_at(m_block, place, TrapKind::invalid_free,
                fmt::format("Invalid free: the memory at 0x{:x} is already freed", address));
        const DeviceMemory::Region* const region = m_block.state().memory->nearest(address);
        const bool is_inside = region != nullptr && address - region->base < region->size;
        const auto variables = m_block.module().addresses();
        const bool is_variable = is_inside && std::ranges::find(variables, region->base) != variables.end();
        const bool is_in_heap = is_inside && region->base == heap.base();
        const bool is_ignored = is_variable || is_in_heap || resolve_generic(address).space != ptx::StateSpace::global
            || (address >= kHeader && program_memory(lane, address - kHeader, 1) != nullptr);
        if (is_ignored && !heap.is_tracked())
            return std::nullopt;
        const std::string what =
            is_inside ? fmt::format(" (byte {} of `{}`)", address - region->base, region->name) : std::string {};
        return trap_at(m_block, place, is_ignored ? TrapKind::invalid_free : TrapKind::out_of_bounds,
            fmt::format("Invalid free: malloc in a kernel did not return 0x{:x}{}", address, what));
    }

    // The handle is the address of the value: see core/runtime/streams.h. Lanes in order: the last one decides.
    std::optional<Trap> set_conditional()
    {
        for (LaneMask rest = m_lanes; rest != 0; rest &= rest - 1) {
            const unsigned lane = lowest_lane(rest);
            const auto value = static_cast<std::uint32_t>(argument(1, lane));
            std::byte* const place = program_memory(lane, argument(0, lane), sizeof(value));
            if (place == nullptr)
                return trap_at(m_block, { m_place.warp, lane, m_place.pc }, TrapKind::out_of_bounds,
                    fmt::format("cudaGraphSetConditional: 0x{:x} is no conditional handle", argument(0, lane)));
            std::memcpy(place, &value, sizeof(value));
        }
        return std::nullopt;
    }

    Block& m_block;
    Warp& m_warp;
    const ServiceForm& m_form;
    const FaultPlace& m_place;
    LaneMask m_lanes;
};

} // namespace

std::optional<Trap> serve(Block& block, Warp& warp, const Operation& operation, const FaultPlace& place, LaneMask lanes)
{
    return Server(block, warp, operation, place, lanes).run();
}

// CUDA C++ Programming Guide, "Formatted Output", "Assertion" and "Dynamic Global Memory Allocation"; "PTX Writers Guide to
// Interoperability", section 4.
const ProvidedFunction* find_provided_function(std::string_view name)
{
    static const auto functions = std::to_array<ProvidedFunction>({
        { "vprintf", Service::print, { 8, 8 }, 4 },
        { "__assertfail", Service::assert_failed, { 8, 8, 4, 8, 8 }, std::nullopt },
        { "malloc", Service::heap_allocate, { 8 }, 8 },
        { "free", Service::heap_free, { 8 }, std::nullopt },
        { "cudaGraphSetConditional", Service::set_conditional, { 8, 4 }, std::nullopt },
        { "__cudaCDP2GetParameterBufferV2", Service::child_buffer, { 8, 12, 12, 4 }, 8 },
        { "__cudaCDP2LaunchDeviceV2", Service::child_launch, { 8, 8 }, 4 },
        { "__cudaCDP2MemcpyAsync", Service::child_copy, { 8, 8, 8, 4, 8 }, 4 },
        { "__cudaCDP2MemsetAsync", Service::child_fill, { 8, 4, 8, 8 }, 4 },
        { "__cudaCDP2StreamCreateWithFlags", Service::create_handle, { 8, 4 }, 4 },
        { "__cudaCDP2EventCreateWithFlags", Service::create_handle, { 8, 4 }, 4 },
        { "__cudaCDP2GetDevice", Service::device_number, { 8 }, 4 },
        { "__cudaCDP2Malloc", Service::device_malloc, { 8, 8 }, 4 },
        { "__cudaCDP2Free", Service::device_free, { 8 }, 4 },
        { "__cudaCDP2StreamDestroy", Service::do_nothing, { 8 }, 4 },
        { "__cudaCDP2StreamWaitEvent", Service::do_nothing, { 8, 8, 4 }, 4 },
        { "__cudaCDP2EventRecord", Service::do_nothing, { 8, 8 }, 4 },
        { "__cudaCDP2EventRecordWithFlags", Service::do_nothing, { 8, 8, 4 }, 4 },
        { "__cudaCDP2EventDestroy", Service::do_nothing, { 8 }, 4 },
        { "__cudaCDP2GetLastError", Service::take_last_error, {}, 4 },
        { "__cudaCDP2PeekAtLastError", Service::last_error, {}, 4 },
    });
    const auto* const found = std::find_if(
        functions.begin(), functions.end(), [name](const ProvidedFunction& function) { return function.name == name; });
    return found == functions.end() ? nullptr : found;
}

} // namespace warpstage::simt
