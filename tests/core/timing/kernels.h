// Small kernels as PTX text, the behavior of their warps, and round figures: input for the tests of the SM model.
#pragma once

#include "core/arch/timing/timing.h"
#include "core/arch/traits.h"
#include "core/ptx/ast.h"
#include "core/ptx/listing.h"
#include "core/simt/observer.h"
#include "core/timing/block_stream.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/timing/simulation.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::timing {

// Registers %p, %r, %f, %fd, %rd; one parameter k_param_0 of 64 bits; shared memory `s`. The body ends with ret or exit.
class Kernel {
public:
    explicit Kernel(const std::string& body, arch::ComputeCapability capability = { 9, 0 });

    [[nodiscard]] const arch::Traits& traits() const { return *m_traits; }
    [[nodiscard]] const ptx::Listing& listing() const { return m_listing; }
    [[nodiscard]] const MachineCode& code() const { return m_code; }
    // Machine instructions of the PTX instruction.
    [[nodiscard]] std::size_t cost(std::uint32_t pc) const { return m_code.operations[pc].micro.size(); }

private:
    const arch::Traits* m_traits;
    std::shared_ptr<const ptx::Module> m_module;
    ptx::Listing m_listing;
    MachineCode m_code;
};

using Address = std::function<std::uint64_t(std::uint32_t warp, unsigned lane)>;
using Path = std::vector<std::uint32_t>; // program counters

// The behavior of a block's warps: space, kind and width of an access are those of the instruction.
struct Play {
    std::uint32_t warps = 1;
    std::function<Path(std::uint32_t warp)> path {}; // empty: every instruction once
    std::map<std::uint32_t, Address> addresses {}; // by program counter
};

void tell(const Kernel& kernel, const Play& play, simt::Observer& observer);
[[nodiscard]] BlockStream stream_of(const Kernel& kernel, const Play& play);
// The order in which a warp issues the kernel's instructions if it runs each of them once.
[[nodiscard]] Path order_of(const Kernel& kernel);

// One scheduler, one instruction per cycle, every pipe one warp wide: results after 4 cycles, shared memory after 20, L1 after
// 30, L2 after 200, DRAM after 500.
[[nodiscard]] arch::Timing round_timing();
// No resource is a limit, nothing is cached in L2.
[[nodiscard]] MemoryRates ample_rates();

[[nodiscard]] inline Address words_from(std::uint64_t first, std::uint64_t stride = 4)
{
    return [first, stride](std::uint32_t warp, unsigned lane) {
        return first + stride * (32 * std::uint64_t { warp } + lane);
    };
}

// `count` lines of the format, in which every `#` is the line's number, starting at 1, and every `@` the previous number.
[[nodiscard]] std::string lines(std::uint32_t count, const std::string& format);

[[nodiscard]] SimulationRequest request_of(const Kernel& kernel, const BlockStream& stream, const arch::Timing& timing);

} // namespace warpstage::timing
