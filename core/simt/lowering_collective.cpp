// What the lanes of a warp do together: shuffles, votes, matches, reductions.
#include "core/simt/lowering.h"

namespace warpstage::simt {

Lowering::Supported Lowering::lower_collective(const ptx::Instruction& /*instruction*/, Operation& /*operation*/)
{
    return Supported::no;
}

} // namespace warpstage::simt
