// Matrix fragments: ldmatrix and mma.
#include "core/simt/lowering.h"

namespace warpstage::simt {

Lowering::Supported Lowering::lower_matrix(const ptx::Instruction& /*instruction*/, Operation& /*operation*/)
{
    return Supported::no;
}

} // namespace warpstage::simt
