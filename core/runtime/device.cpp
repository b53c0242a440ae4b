#include "core/runtime/device.h"

#include "core/base/zeroed_bytes.h"

#include <algorithm>
#include <new>

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
    case static_cast<int>(Status::illegal_instruction):
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
    , memory(settings.checks.memory, hardware().memory_bytes(), usable_memory_bytes())
    , modules(memory, m_traits)
    , textures(memory)
    , launcher({ memory, modules, textures, m_traits, m_gpu, mutex }, settings, m_console.print)
{
    if (settings.late_seed)
        streams.begin_late(
            *settings.late_seed,
            [this](const std::string& sentence) {
                m_console.say(sentence);
                launcher.note_finding("missing synchronization", sentence);
            },
            [this](std::uint64_t address) { return memory.place_name(address); }, &mutex);
}

Status Device::finish(const Failure& failure)
{
    if (!failure.sentence.empty() && m_said.insert(failure.sentence).second)
        m_console.say(failure.sentence);
    if (failure.status == Status::success)
        return Status::success;
    m_last = failure.status;
    if (is_fault(failure.status) || failure.permanent)
        m_fault = failure.status;
    return failure.status;
}

void Device::run_host_function(const std::function<void()>& function)
{
    m_host_function = std::this_thread::get_id();
    function();
    m_host_function = std::thread::id {};
}

Status Device::refuse_call()
{
    const std::string sentence = "A host function in a stream calls the CUDA API, which is not permitted: the call returns "
                                 "`cudaErrorNotPermitted`.";
    if (m_said.insert(sentence).second)
        m_console.say(sentence);
    return Status::not_permitted;
}

void Device::begin_exit()
{
    m_exiting = std::this_thread::get_id();
    launcher.stop();
}

bool Device::is_left_behind() const
{
    const std::thread::id exiting = m_exiting;
    return exiting != std::thread::id {} && exiting != std::this_thread::get_id();
}

void Device::refuse_child_process()
{
    new (&mutex) DeviceMutex; // in place of one that nobody unlocks
    m_fault = Status::initialization;
}

// An H200 does not give the process a new context after a fault.
void Device::reset()
{
    if (m_fault != Status::success)
        m_fault = Status::devices_unavailable;
    m_last = Status::success;
}

Status Device::last_error(bool forget)
{
    const Status last = m_last;
    if (forget)
        m_last = Status::success;
    return last;
}

} // namespace warpstage::runtime
