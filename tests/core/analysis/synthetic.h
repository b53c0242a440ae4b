// A block that "runs" without a virtual machine: tests define the instructions of each thread, and a recorder receives the
// events.
#pragma once

#include "core/ptx/ast.h"
#include "core/simt/observer.h"
#include "core/trace/recorder.h"

#include <cstdint>
#include <functional>
#include <string>

namespace warpstage::analysis {

using Thread = std::uint32_t;
using Condition = std::function<bool(Thread)>;
using Address = std::function<std::uint64_t(Thread)>;

struct MemoryInstruction {
    std::uint32_t pc = 0;
    ptx::StateSpace space = ptx::StateSpace::shared;
    simt::AccessKind kind = simt::AccessKind::load;
    std::uint32_t bytes = 4;
};

class SyntheticBlock {
public:
    SyntheticBlock(std::uint32_t instructions, std::uint32_t threads, std::uint32_t warp_width, trace::RecorderLimits limits = {})
        : m_threads(threads)
        , m_warp_width(warp_width)
        , m_recorder(instructions, warp_width, warps(), limits)
    {
    }

    // The same with another observer.
    SyntheticBlock(std::uint32_t instructions, std::uint32_t threads, std::uint32_t warp_width, simt::Observer& observer)
        : SyntheticBlock(instructions, threads, warp_width)
    {
        m_observer = &observer;
    }

    [[nodiscard]] std::uint32_t threads() const { return m_threads; }
    [[nodiscard]] std::uint32_t warps() const { return (m_threads + m_warp_width - 1) / m_warp_width; }
    trace::Recorder& recorder() { return m_recorder; }

    // An instruction without memory access, executed by the warps with a participating thread.
    void execute(std::uint32_t pc, const Condition& active)
    {
        for_each_warp(active, [&](std::uint32_t warp, LaneMask lanes) { m_observer->on_step(step(warp, pc, lanes)); });
    }

    void access(const MemoryInstruction& instruction, const Condition& active, const Address& address)
    {
        for_each_warp(active, [&](std::uint32_t warp, LaneMask lanes) {
            simt::Access access {
                .space = instruction.space, .kind = instruction.kind, .bytes = instruction.bytes, .lanes = lanes
            };
            for_each_lane(lanes, [&](unsigned lane) { access.addresses[lane] = address(warp * m_warp_width + lane); });
            m_observer->on_step(step(warp, instruction.pc, lanes));
            m_observer->on_access(step(warp, instruction.pc, lanes), access);
        });
    }

    // `if (enters(thread))` as compilers write it: the lanes that do not enter take a branch over the guarded code.
    void branch(std::uint32_t pc, const Condition& enters)
    {
        const auto all = [](Thread) {
            return true;
        };
        for_each_warp(all, [&](std::uint32_t warp, LaneMask lanes) {
            LaneMask taken = 0;
            for_each_lane(
                lanes, [&](unsigned lane) { taken |= enters(warp * m_warp_width + lane) ? 0 : LaneMask { 1 } << lane; });
            m_observer->on_step(step(warp, pc, lanes));
            m_observer->on_branch(step(warp, pc, lanes), taken, lanes & ~taken);
        });
    }

    void barrier() { m_observer->on_barrier(0); }

private:
    static simt::Step step(std::uint32_t warp, std::uint32_t pc, LaneMask lanes)
    {
        return { .block = 0, .warp = warp, .pc = pc, .active = lanes, .executed = lanes };
    }

    template <typename Visit> void for_each_warp(const Condition& active, Visit&& visit)
    {
        for (std::uint32_t warp = 0; warp < warps(); ++warp) {
            LaneMask lanes = 0;
            for (std::uint32_t lane = 0; lane < m_warp_width && warp * m_warp_width + lane < m_threads; ++lane)
                lanes |= active(warp * m_warp_width + lane) ? LaneMask { 1 } << lane : 0;
            if (lanes != 0)
                visit(warp, lanes);
        }
    }

    std::uint32_t m_threads;
    std::uint32_t m_warp_width;
    trace::Recorder m_recorder;
    simt::Observer* m_observer = &m_recorder;
};

// A function with instructions on the given lines of file 1.
inline ptx::Function function_on_lines(const std::string& name, const std::vector<std::uint32_t>& lines)
{
    ptx::Function function;
    function.name = function.display_name = name;
    function.location = { .file = 1, .line = 1 };
    for (const std::uint32_t line : lines)
        function.instructions.emplace_back().location = { .file = 1, .line = line };
    return function;
}

} // namespace warpstage::analysis
