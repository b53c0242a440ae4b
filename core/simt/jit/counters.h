// Finds places for the counters of a program while its machine code is written.
#pragma once

#include "core/simt/jit/counter_table.h"
#include "core/simt/program_body.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace warpstage::simt::jit {

// Both kinds of code of an instruction have the same counters.
class Counters {
public:
    explicit Counters(const ProgramBody& body)
        : m_body(body)
    {
    }

    // Of executions.
    [[nodiscard]] std::size_t of_run(std::uint32_t first, std::uint32_t end);
    [[nodiscard]] std::size_t of_branch(std::uint32_t pc, bool is_taken);
    // Null: the registers of the address do not tell the bytes that its requests access, or there are too many counters.
    [[nodiscard]] const CountedRequest* of_request(const Operation& operation);

    [[nodiscard]] CounterTable finish() const;

private:
    static constexpr std::size_t kMaxBytes = std::size_t { 16 } << 20U;

    [[nodiscard]] std::size_t take(std::size_t bytes);

    const ProgramBody& m_body;
    std::map<std::uint32_t, CountedRun> m_runs;
    std::map<std::uint32_t, CountedBranch> m_branches;
    std::map<const Operation*, CountedRequest> m_requests;
    std::size_t m_bytes = sizeof(RequestList);
};

} // namespace warpstage::simt::jit
