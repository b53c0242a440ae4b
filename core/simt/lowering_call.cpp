// Calls, the stack, and what ends or delays a thread.
#include "core/simt/lowering.h"

namespace warpstage::simt {

Lowering::Supported Lowering::lower_call(const ptx::Instruction& /*instruction*/, Operation& /*operation*/)
{
    return Supported::no;
}

} // namespace warpstage::simt
