// The words of memory that an operation of a stream reads and writes, to find operations that nothing orders.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warpstage::runtime {

enum class Use : std::uint8_t {
    read,
    write,
    atomic,
    with_host, // volatile, or an operation with the scope of the system: host and kernel may do it at the same time
};

// Rows of a copy or a fill: `bytes` each, `rows` of them every `pitch` bytes, and `slices` of these every `slice` bytes.
struct UsedRows {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t pitch = 0;
    std::uint64_t rows = 1;
    std::uint64_t slice = 0;
    std::uint64_t slices = 1;
    Use use = Use::read;
};

class UsedMemory {
public:
    // Of an operation whose accesses are known before it runs.
    void add_rows(const UsedRows& rows) { m_rows.push_back(rows); }
    // Before the operation runs: its accesses will be compared. Kernels record them only then.
    void want();
    [[nodiscard]] bool is_wanted() const { return m_wanted; }
    void add(std::uint64_t address, std::uint64_t bytes, Use use);

    // Whether the word with this address has been used so. Atomic operations read and write; `with_host` is no other use.
    [[nodiscard]] bool has(std::uint64_t address, Use use) const;
    // The first word that both use if one of them writes to it and not both are atomic; the two may run at the same time.
    [[nodiscard]] static std::optional<std::uint64_t> conflict(const UsedMemory& one, const UsedMemory& other);
    [[nodiscard]] std::size_t pages() const { return m_pages.size(); }

private:
    static constexpr std::uint64_t kWord = 4; // bytes
    static constexpr std::uint64_t kPage = 4096; // bytes
    static constexpr std::size_t kParts = kPage / kWord / 64;
    using Words = std::array<std::uint64_t, kParts>; // one bit for each word
    struct Page {
        std::array<Words, 4> words {}; // by Use
    };

    bool m_wanted = false;
    std::vector<UsedRows> m_rows;
    std::unordered_map<std::uint64_t, Page> m_pages; // by address / kPage
    Page* m_last = nullptr; // of m_last_index
    std::uint64_t m_last_index = 0;
};

} // namespace warpstage::runtime
