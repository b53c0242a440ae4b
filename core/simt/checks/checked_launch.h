// What the checks of all blocks of one launch share.
#pragma once

#include "core/simt/checks/checks.h"
#include "core/simt/checks/code/checked_code.h"
#include "core/simt/checks/global_races.h"
#include "core/simt/device_memory.h"
#include "core/simt/program.h"

namespace warpstage::simt {

struct CheckedLaunch {
    CheckedLaunch(const Program& program, const DeviceMemory& its_memory, Checks its_checks)
        : memory(its_memory)
        , checks(its_checks)
        , code(program, its_checks)
        , global_races(its_memory)
    {
    }

    const DeviceMemory& memory;
    Checks checks;
    CheckedCode code;
    GlobalRaces global_races;
};

} // namespace warpstage::simt
