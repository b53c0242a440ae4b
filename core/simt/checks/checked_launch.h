// What the checks of all blocks of one launch share.
#pragma once

#include "core/simt/checks/checks.h"
#include "core/simt/checks/code/checked_kernel.h"
#include "core/simt/checks/findings.h"
#include "core/simt/checks/global_races.h"
#include "core/simt/checks/read_only_words.h"
#include "core/simt/device_memory.h"
#include "core/simt/memory/device_heap.h"
#include "core/simt/program.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

struct CheckedLaunch {
    // `warp_width`: lanes of a warp. `its_heap` may be null. The program must outlive it.
    CheckedLaunch(const Program& program, const DeviceMemory& its_memory, const DeviceHeap* its_heap, std::uint32_t warp_width,
        Checks its_checks)
        : memory(its_memory)
        , heap(its_heap)
        , checks(its_checks)
        , code(checked_kernel(program).code)
        , guards(checked_kernel(program).guards)
        , shared_arrays(checked_kernel(program).shared_arrays)
        , global_races(its_memory, its_checks.races, warp_width)
        , read_only_words(its_memory)
    {
    }

    const DeviceMemory& memory;
    const DeviceHeap* heap;
    Checks checks;
    const CheckedCode& code;
    const std::vector<BarrierGuard>& guards;
    const SharedArrays& shared_arrays;
    GlobalRaces global_races;
    ReadOnlyWords read_only_words;
    Findings findings;
};

} // namespace warpstage::simt
