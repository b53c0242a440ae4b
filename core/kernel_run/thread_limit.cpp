#include "core/kernel_run/thread_limit.h"

#include <tbb/global_control.h>

namespace warpstage::kernel_run {

struct ThreadLimit::Control {
    tbb::global_control control;
};

ThreadLimit::ThreadLimit(std::size_t threads)
    : m_control(new Control { tbb::global_control { tbb::global_control::max_allowed_parallelism, threads } })
{
}

ThreadLimit::~ThreadLimit() = default;

std::size_t thread_count()
{
    return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

} // namespace warpstage::kernel_run
