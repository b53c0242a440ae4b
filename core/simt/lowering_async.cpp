// Asynchronous copies and hints to the caches.
#include "core/simt/lowering.h"

namespace warpstage::simt {

Lowering::Supported Lowering::lower_async(const ptx::Instruction& /*instruction*/, Operation& /*operation*/)
{
    return Supported::no;
}

} // namespace warpstage::simt
