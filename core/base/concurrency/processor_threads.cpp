#include "core/base/concurrency/parallel.h"

#include <algorithm>

namespace warpstage {

unsigned processor_threads()
{
    return std::max(1U, std::thread::hardware_concurrency());
}

} // namespace warpstage
