// Finds the memory that a launch can reach: every number in its parameters, and in memory that is reached, that is an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace warpstage::capture {

struct MemoryRange {
    std::string name; // for the user
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::string variable; // name in the PTX; empty: an allocation
};

// The index of the range that contains the address; ranges.size(): none. `ranges`: sorted by address.
[[nodiscard]] std::size_t range_of(std::span<const MemoryRange> ranges, std::uint64_t address);

// A search that starts with `roots`. Words are 8 bytes at multiples of 8 bytes from the start of their memory, as compilers place
// addresses. A number that is an address by chance adds memory that the launch does not use.
class ReachableMemory {
public:
    // `ranges`: sorted by address; must outlive this. `visit` is called once per reached range and returns its content, or
    // nothing if it cannot be read; `word` for each word that is no address of a range, and returns an address that it stands
    // for, or 0.
    ReachableMemory(std::span<const MemoryRange> ranges, std::function<std::span<const std::byte>(std::size_t)> visit,
        std::function<std::uint64_t(std::uint64_t)> word);

    void add(std::span<const std::byte> root);
    void add_range(std::size_t range);

private:
    void scan(std::span<const std::byte> bytes);

    std::span<const MemoryRange> m_ranges;
    std::function<std::span<const std::byte>(std::size_t)> m_visit;
    std::function<std::uint64_t(std::uint64_t)> m_word;
    std::vector<bool> m_reached; // by range
    std::vector<std::size_t> m_next; // reached and not scanned
};

} // namespace warpstage::capture
