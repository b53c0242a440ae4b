// Replaces counters.cpp if the CUDA Toolkit used for the build has no headers of CUPTI's Range Profiler.
#include "core/base/verify.h"
#include "core/gpu/counters/counters.h"

namespace warpstage::gpu {

namespace {

Error absent()
{
    return { "This build of warpstage cannot read hardware counters: rebuild it with the CUDA Toolkit 12.6 or later. Everything "
             "else works without hardware counters." };
}

} // namespace

struct CounterSession::State { };

Result<std::filesystem::path> find_cupti(std::span<const std::filesystem::path> /*libraries*/)
{
    return absent();
}

Result<CounterSession> CounterSession::open(std::shared_ptr<Context> /*context*/, const std::vector<std::string>& /*counters*/)
{
    return absent();
}

Result<CounterSession> CounterSession::open(std::shared_ptr<Context> /*context*/, const std::vector<std::string>& /*counters*/,
    std::span<const std::filesystem::path> /*libraries*/)
{
    return absent();
}

// No session can exist.
CounterSession::CounterSession(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}

CounterSession::CounterSession(CounterSession&& other) noexcept = default;
CounterSession::~CounterSession() = default;

const std::vector<std::string>& CounterSession::counters() const
{
    VERIFY_NOT_REACHED();
}

const std::vector<std::string>& CounterSession::unknown() const
{
    VERIFY_NOT_REACHED();
}

std::size_t CounterSession::passes() const
{
    VERIFY_NOT_REACHED();
}

const std::filesystem::path& CounterSession::library() const
{
    VERIFY_NOT_REACHED();
}

Result<std::vector<CounterValues>> CounterSession::measure(
    std::size_t /*launches*/, const std::function<Result<void>()>& /*work*/)
{
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::gpu
