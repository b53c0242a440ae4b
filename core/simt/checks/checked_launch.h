// What the checks of all blocks of one launch share.
#pragma once

#include "core/simt/checks/checks.h"
#include "core/simt/checks/code/barrier_guards.h"
#include "core/simt/checks/code/checked_code.h"
#include "core/simt/checks/code/shared_arrays.h"
#include "core/simt/checks/findings.h"
#include "core/simt/checks/global_races.h"
#include "core/simt/device_memory.h"
#include "core/simt/memory/device_heap.h"
#include "core/simt/program.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

struct CheckedLaunch {
    // `shared_bytes`: of a block; `warp_width`: lanes of a warp. `its_heap` may be null.
    CheckedLaunch(const Program& program, const DeviceMemory& its_memory, const DeviceHeap* its_heap, std::uint64_t shared_bytes,
        std::uint32_t warp_width, Checks its_checks)
        : memory(its_memory)
        , heap(its_heap)
        , checks(its_checks)
        , code(program, its_checks)
        , guards(find_barrier_guards(program))
        , shared_arrays(program, shared_bytes)
        , global_races(its_memory, its_checks.races, warp_width)
    {
    }

    const DeviceMemory& memory;
    const DeviceHeap* heap;
    Checks checks;
    CheckedCode code;
    std::vector<BarrierGuard> guards;
    SharedArrays shared_arrays;
    GlobalRaces global_races;
    Findings findings;
};

} // namespace warpstage::simt
