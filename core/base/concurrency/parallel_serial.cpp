#include "core/base/concurrency/parallel.h"

namespace warpstage {

unsigned processor_threads()
{
    return 1;
}

void spare_address_space() { }

unsigned parallel_width()
{
    return 1;
}

void limit_parallel_width(unsigned /*threads*/) { }

void for_each_parallel(std::uint64_t count, const std::function<void(std::uint64_t)>& work)
{
    for (std::uint64_t i = 0; i < count; ++i)
        work(i);
}

} // namespace warpstage
