// Texture fetches.
#include "core/simt/lowering.h"

namespace warpstage::simt {

Lowering::Supported Lowering::lower_texture(const ptx::Instruction& /*instruction*/, Operation& /*operation*/)
{
    return Supported::no;
}

} // namespace warpstage::simt
