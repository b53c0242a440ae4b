#include "core/simt/processor/processor.h"

namespace warpstage::simt {

bool processor_has(ProcessorLevel level)
{
    return level == ProcessorLevel::any;
}

} // namespace warpstage::simt
