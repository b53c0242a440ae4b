#include "core/base/process/large_blocks.h"

#include <malloc.h>

namespace warpstage {

void return_large_blocks()
{
    constexpr int kBytes = 1 << 20;
    ::mallopt(M_MMAP_THRESHOLD, kBytes); // a threshold that is set no longer grows
}

void return_free_pages()
{
    ::malloc_trim(0);
}

} // namespace warpstage
