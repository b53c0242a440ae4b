// Recognizes the addresses of a request that an instruction has made before, up to a common multiple of 1024 bytes: nearly all
// requests of a loop. Cheaper than PatternTable, which finds all patterns.
#pragma once

#include "core/simt/observer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::trace {

class KnownRows {
public:
    explicit KnownRows(std::size_t instructions)
        : m_rows(instructions)
    {
    }

    // The pattern of these addresses. If it is unknown, learn() can follow.
    [[nodiscard]] std::optional<std::uint32_t> find(std::uint32_t pc, const simt::AddressRow& row);
    // The pattern of the addresses that find() did not know for this instruction in its last call, if that was the call before.
    void learn(std::uint32_t pc, std::optional<std::uint32_t> pattern);
    void clear();

private:
    static constexpr std::size_t kEntries = 8; // of an instruction, by the address of the first lane: warps side by side

    struct Row {
        std::array<std::uint64_t, kMaxLanes> addresses {};
        std::optional<std::uint32_t> pattern; // nothing: the addresses mean nothing
    };
    using Rows = std::array<Row, kEntries>;

    std::vector<std::unique_ptr<Rows>> m_rows; // by program counter; null: no request yet
    Row* m_unknown = nullptr; // the entry of the last call of find()
    std::uint32_t m_unknown_pc = 0;
};

} // namespace warpstage::trace
