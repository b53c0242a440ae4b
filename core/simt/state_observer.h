// An observer that reads the registers and the memory of a warp before and after each instruction. Reported in runs without
// checks and in lock step.
#pragma once

#include "core/simt/observer.h"

namespace warpstage::simt {

struct Operation;
struct WarpState;

class StateObserver : public Observer {
public:
    // The lanes in state.active are about to execute the operation. After on_step of the same instruction.
    virtual void before(const Step& step, WarpState& state, const Operation& operation) = 0;
    // They have executed it. After on_access of the same instruction; left out if the operation was not allowed.
    virtual void after(const Step& step, WarpState& state, const Operation& operation) = 0;
};

} // namespace warpstage::simt
