#include "core/runtime/device.h"

#include <algorithm>

namespace warpstage::runtime {

namespace {

// After these the context of a GPU is unusable (CUDA Runtime API reference, "Error handling").
bool is_fault(Status status)
{
    switch (static_cast<int>(status)) {
    case static_cast<int>(Status::illegal_address):
    case static_cast<int>(Status::timeout):
    case static_cast<int>(Status::assert_failed):
    case static_cast<int>(Status::stack_error):
    case static_cast<int>(Status::misaligned):
    case static_cast<int>(Status::invalid_pc):
    case static_cast<int>(Status::launch_failure):
        return true;
    default:
        return false;
    }
}

} // namespace

Device::Device(const Settings& settings, const arch::Architecture& architecture, Console console)
    : m_traits(*architecture.traits)
    , m_gpu(architecture.assumed_gpu())
    , m_console(std::move(console))
    , memory(settings.checks.memory, hardware().memory_bytes())
    , modules(memory, m_traits)
    , textures(memory)
    , launcher({ memory, modules, textures, m_traits, m_gpu }, settings, m_console.print)
{
}

Status Device::finish(const Failure& failure)
{
    if (failure.status == Status::success)
        return Status::success;
    if (!failure.sentence.empty() && m_said.insert(failure.sentence).second)
        m_console.say(failure.sentence);
    m_last = failure.status;
    if (is_fault(failure.status))
        m_fault = failure.status;
    return failure.status;
}

Status Device::last_error(bool forget)
{
    const Status last = m_last;
    if (forget)
        m_last = Status::success;
    return last;
}

} // namespace warpstage::runtime
