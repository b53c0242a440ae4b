#include "core/gpu/event.h"

#include "core/gpu/driver/driver_functions.h"

#include <utility>

namespace warpstage::gpu {

Result<Event> Event::create(std::shared_ptr<Context> context, Purpose purpose)
{
    const unsigned flags = purpose == Purpose::timing ? CU_EVENT_DEFAULT : CU_EVENT_DISABLE_TIMING | CU_EVENT_BLOCKING_SYNC;
    CUevent handle = nullptr;
    if (const auto status = context->functions().event_create(&handle, flags); status != CUDA_SUCCESS)
        return context->failure(status, "Creating an event on the GPU");
    return Event { std::move(context), handle };
}

Event::Event(std::shared_ptr<Context> context, EventHandle handle)
    : m_context(std::move(context))
    , m_handle(handle)
{
}

Event::Event(Event&& other) noexcept = default;

Event::~Event()
{
    if (m_context != nullptr)
        m_context->functions().event_destroy(m_handle);
}

Result<void> Event::record(Stream& stream)
{
    if (const auto status = m_context->functions().event_record(m_handle, stream.handle()); status != CUDA_SUCCESS)
        return m_context->failure(status, "Recording an event on the GPU");
    return {};
}

Result<void> Event::hold(Stream& stream)
{
    if (const auto status = m_context->functions().stream_wait_event(stream.handle(), m_handle, 0); status != CUDA_SUCCESS)
        return m_context->failure(status, "Synchronizing two streams of the GPU");
    return {};
}

Result<bool> Event::reached(std::string_view work)
{
    const auto status = m_context->functions().event_query(m_handle);
    if (status == CUDA_SUCCESS)
        return true;
    if (status == CUDA_ERROR_NOT_READY)
        return false;
    return m_context->fault(status, work);
}

Result<void> Event::wait(std::string_view work)
{
    if (const auto status = m_context->functions().event_synchronize(m_handle); status != CUDA_SUCCESS)
        return m_context->fault(status, work);
    return {};
}

Result<std::chrono::nanoseconds> Event::between(const Event& from, const Event& to)
{
    float milliseconds = 0.0F;
    auto& context = *from.m_context;
    if (const auto status = context.functions().event_elapsed_time(&milliseconds, from.m_handle, to.m_handle);
        status != CUDA_SUCCESS)
        return context.failure(status, "Reading an elapsed time from the GPU");
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double, std::milli> { milliseconds });
}

} // namespace warpstage::gpu
