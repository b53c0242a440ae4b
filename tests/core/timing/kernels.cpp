#include "tests/core/timing/kernels.h"

#include "core/ptx/parser.h"

#include <gtest/gtest.h>

namespace warpstage::timing {

namespace {

simt::Access access_of(const ptx::Instruction& instruction, std::uint32_t warp, const Address& address)
{
    simt::Access access;
    const auto has = [&](std::string_view modifier) {
        return instruction.has_modifier(modifier);
    };
    access.space = has("shared") ? ptx::StateSpace::shared
        : has("local")           ? ptx::StateSpace::local
        : has("const")           ? ptx::StateSpace::constant
                                 : ptx::StateSpace::global;
    using ptx::Opcode;
    access.kind = instruction.opcode == Opcode::st                                ? simt::AccessKind::store
        : instruction.opcode == Opcode::atom || instruction.opcode == Opcode::red ? simt::AccessKind::atomic
                                                                                  : simt::AccessKind::load;
    access.bytes = ptx::size_of(instruction.types.front()) * (has("v4") ? 4 : has("v2") ? 2 : 1);
    access.lanes = first_lanes(32);
    for (unsigned lane = 0; lane < 32; ++lane)
        access.addresses[lane] = address(warp, lane);
    return access;
}

} // namespace

Kernel::Kernel(const std::string& body, arch::ComputeCapability capability)
    : m_traits(&arch::traits_of(capability))
{
    const std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 k_param_0)\n{\n"
                             ".reg .pred %p<8>;\n.reg .b32 %r<300>;\n.reg .f32 %f<300>;\n.reg .f64 %fd<8>;\n.reg .b64 %rd<40>;\n"
                             ".shared .align 16 .b8 s[4096];\n"
        + body + "\n}\n";
    auto module = ptx::parse(text, "test.ptx");
    if (!module) {
        ADD_FAILURE() << module.error().message;
        return;
    }
    m_module = std::make_shared<const ptx::Module>(*std::move(module));
    m_listing = ptx::Listing(m_module->functions.front());
    m_code = machine_code(m_listing, *m_traits);
}

void tell(const Kernel& kernel, const Play& play, simt::Observer& observer)
{
    Path all;
    for (std::uint32_t pc = 0; pc < kernel.listing().size(); ++pc)
        all.push_back(pc);
    for (std::uint32_t warp = 0; warp < play.warps; ++warp) {
        const Path path = play.path ? play.path(warp) : all;
        for (std::size_t i = 0; i < path.size(); ++i) {
            const ptx::Instruction& instruction = kernel.listing().instruction(path[i]);
            const simt::Step step {
                .block = 0, .warp = warp, .pc = path[i], .active = first_lanes(32), .executed = first_lanes(32)
            };
            observer.on_step(step);
            if (const auto found = play.addresses.find(path[i]); found != play.addresses.end())
                observer.on_access(step, access_of(instruction, warp, found->second));
            if (instruction.opcode == ptx::Opcode::bra && instruction.guard) {
                const bool taken = i + 1 < path.size() && path[i + 1] != path[i] + 1;
                observer.on_branch(step, taken ? first_lanes(32) : 0, taken ? 0 : first_lanes(32));
            }
        }
    }
}

BlockStream stream_of(const Kernel& kernel, const Play& play)
{
    StreamObserver observer(kernel.code(), kernel.traits(), 1'000'000);
    tell(kernel, play, observer);
    return observer.take();
}

Path order_of(const Kernel& kernel)
{
    const BlockStream stream = stream_of(kernel, Play {});
    Path order;
    for (const StreamStep& step : stream.warps.front())
        order.push_back(step.pc);
    return order;
}

arch::Timing round_timing()
{
    const auto figure = [](double value) {
        return arch::Figure { value, arch::Source::assumed };
    };
    arch::Timing timing;
    timing.capability = { 9, 0 };
    timing.schedulers = timing.scheduler_count = timing.issues = figure(1);
    timing.pipes.fill({ figure(4), figure(32) });
    timing.memory.shared_latency = figure(20);
    timing.memory.shared_wavefronts = figure(1);
    timing.memory.shared_atomic_latency = figure(3);
    timing.memory.l1_latency = figure(30);
    timing.memory.l1_lines = figure(4);
    timing.memory.l1_bytes_per_cycle = figure(128);
    timing.device.l2_latency = figure(200);
    timing.device.l2_bytes_per_cycle = figure(64);
    timing.device.l2_share_per_cycle = figure(32);
    timing.device.l2_partial_store = figure(2);
    timing.device.dram_latency = figure(500);
    timing.device.dram_meeting = figure(0);
    timing.memory.constant_latency = figure(28);
    timing.memory.constant_turn = figure(10);
    timing.memory.texture_latency = figure(90);
    timing.device.global_atomic_latency = figure(330);
    timing.device.global_atomics = figure(4);
    timing.device.same_address_atomics = figure(1);
    timing.barrier_latency = figure(10);
    timing.barrier_turn = figure(2);
    timing.branch_condition = figure(4);
    timing.branch_latency = figure(7);
    timing.block_start = figure(100);
    timing.block_turn = figure(0);
    return timing;
}

MemoryRates ample_rates()
{
    MemoryRates rates;
    rates.l1_bytes = 128 * 1024;
    rates.l2_bytes_per_cycle = 64;
    rates.l2_written_per_cycle = 64;
    rates.dram_bytes_per_cycle = 32;
    rates.same_address_atomics = 1;
    return rates;
}

std::string lines(std::uint32_t count, const std::string& format)
{
    std::string text;
    for (std::uint32_t i = 1; i <= count; ++i) {
        for (const char c : format)
            text += c == '#' ? std::to_string(i) : c == '@' ? std::to_string(i - 1) : std::string(1, c);
        text += '\n';
    }
    return text;
}

SimulationRequest request_of(const Kernel& kernel, const BlockStream& stream, const arch::Timing& timing)
{
    SimulationRequest request;
    request.timing = &timing;
    request.code = &kernel.code();
    request.streams = { &stream };
    request.memory = ample_rates();
    request.spans = Spans::kept;
    return request;
}

} // namespace warpstage::timing
