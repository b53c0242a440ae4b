// For a program that starts no others, such as one in a browser.
#include "core/base/process/large_blocks.h"
#include "core/base/process/process.h"

namespace warpstage {

Result<Process> Process::start(const ProcessStart& /*start*/)
{
    return Error { "no program can be started here" };
}

Process::Process(Process&& other) noexcept = default;
Process& Process::operator=(Process&& other) noexcept = default;
Process::~Process() = default;

std::optional<ProcessEnd> Process::ended()
{
    return m_end;
}

ProcessEnd Process::wait()
{
    return m_end;
}

void Process::end() { }

void return_free_pages() { } // the memory of a page never shrinks

} // namespace warpstage
