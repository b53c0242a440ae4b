#include "tests/core/problem/support.h"

#include "core/base/verify.h"

#include <algorithm>

namespace warpstage::problem {

Contents initial_contents(const Plan& plan)
{
    Contents contents;
    for (const auto& buffer : plan.buffers) {
        VERIFY(buffer.initial.empty() || buffer.initial.size() == buffer.bytes);
        contents.push_back(buffer.initial.empty() ? std::vector<std::byte>(buffer.bytes) : buffer.initial.copy());
    }
    return contents;
}

void run_host_work(const HostWork& work, Contents& contents)
{
    const auto named = [](const std::vector<BufferIndex>& list, BufferIndex index) {
        return std::find(list.begin(), list.end(), index) != list.end();
    };
    Contents copies(contents.size());
    std::vector<std::span<std::byte>> spans(contents.size());
    for (BufferIndex i = 0; i < contents.size(); ++i) {
        if (named(work.reads, i))
            copies[i] = contents[i];
        else if (named(work.writes, i))
            copies[i].assign(contents[i].size(), std::byte { 0xcd });
        spans[i] = copies[i];
    }
    work.run(spans, {});
    for (const auto index : work.writes)
        contents[index] = copies[index];
}

Settings settings_with(const Problem& problem, std::initializer_list<std::pair<const char*, const char*>> values)
{
    auto settings = Settings::initial(problem.parameters());
    for (const auto& [id, value] : values)
        VERIFY(settings.set(problem.parameters(), id, value).ok());
    return settings;
}

} // namespace warpstage::problem
