#include "core/simt/jit/counters.h"

#include "core/simt/run/observed_operation.h"

namespace warpstage::simt::jit {

std::size_t Counters::take(std::size_t bytes)
{
    const std::size_t offset = m_bytes;
    m_bytes += (bytes + 7) / 8 * 8;
    return offset;
}

std::size_t Counters::of_run(std::uint32_t first, std::uint32_t end)
{
    const auto [run, is_new] = m_runs.try_emplace(first, CountedRun { first, end, 0 });
    if (is_new)
        run->second.offset = take(sizeof(ExecutionCounters));
    return run->second.offset;
}

std::size_t Counters::of_branch(std::uint32_t pc, bool is_taken)
{
    const auto [branch, is_new] = m_branches.try_emplace(pc, CountedBranch { pc, m_body.operations[pc].guard != kNoRow, 0 });
    if (is_new)
        branch->second.offset = take(2 * sizeof(ExecutionCounters));
    return branch->second.offset + (is_taken ? 0 : sizeof(ExecutionCounters));
}

const CountedRequest* Counters::of_request(const Operation& operation)
{
    if (const auto known = m_requests.find(&operation); known != m_requests.end())
        return &known->second;
    if (m_bytes > kMaxBytes)
        return nullptr;
    const std::optional<AddressRow> row = address_row(m_body.memory_forms[operation.site], operation);
    if (!row)
        return nullptr;
    CountedRequest request;
    request.pc = static_cast<std::uint32_t>(&operation - m_body.operations.data());
    request.row = *row;
    request.offset = take(request.bytes());
    return &m_requests.emplace(&operation, request).first->second;
}

CounterTable Counters::finish() const
{
    CounterTable table;
    for (const auto& [first, run] : m_runs)
        table.runs.push_back(run);
    for (const auto& [pc, branch] : m_branches)
        table.branches.push_back(branch);
    for (const auto& [operation, request] : m_requests)
        table.requests.push_back(request);
    table.bytes = m_bytes;
    return table;
}

} // namespace warpstage::simt::jit
