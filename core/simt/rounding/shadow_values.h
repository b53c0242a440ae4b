// The values that a program has computed in floating point, each with its value in a run in double: of registers and of all
// memories, found by the place where the bytes lie.
#pragma once

#include "core/simt/rounding/float_format.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace warpstage::simt {

struct ShadowValue {
    std::uint64_t bits = 0; // that the program wrote: if the place holds others, another value was written there since
    double exact = 0.0; // in the run in double
    double drift = 0.0; // error of `exact` itself, to first order
    FloatFormat format = FloatFormat::f32;

    [[nodiscard]] double actual() const { return float_value(bits, format); }
};

class ShadowValues {
public:
    // A value, and its error by origin: the sum of `origins` is actual() - exact, to first order.
    struct Entry {
        ShadowValue value;
        double* origins = nullptr;
    };

    // `origins`: how many each value has. `most_bytes`: limit of the memory of this object.
    ShadowValues(std::size_t origins, std::size_t most_bytes);

    // The value that was written there and has not changed; null if the bytes are others, such as inputs.
    [[nodiscard]] const Entry* find(const std::byte* place) const;
    // Replaces what is known of the value there.
    void put(const std::byte* place, const ShadowValue& value, std::span<const double> origins);
    // Forgets values in this range.
    void erase(const std::byte* place, std::size_t bytes);
    // The values in the range from `from` now also are in the one from `to`.
    void copy(const std::byte* from, const std::byte* to, std::size_t bytes);

    // Calls function(place, entry) for each value that is still in the range, in their order.
    void for_each(std::span<const std::byte> range, const std::function<void(const std::byte*, const Entry&)>& function) const;

    // Whether the limit was reached: values are missing.
    [[nodiscard]] bool is_full() const { return m_full; }

private:
    static constexpr std::size_t kPageBytes = 4096;
    static constexpr std::size_t kPlaceBytes = 2; // a value begins at a multiple of them
    static constexpr std::size_t kChunk = 1024; // entries
    static constexpr std::size_t kRecent = 256;
    using Page = std::array<std::uint32_t, kPageBytes / kPlaceBytes>; // 1 + index of the entry; 0: none
    struct Chunk {
        std::array<Entry, kChunk> entries;
        std::vector<double> origins;
    };
    struct RecentPage {
        std::uintptr_t number = ~std::uintptr_t { 0 };
        Page* page = nullptr;
    };

    [[nodiscard]] Page* page_of(std::uintptr_t address) const;
    [[nodiscard]] Entry& entry(std::uint32_t id) { return m_chunks[(id - 1) / kChunk]->entries[(id - 1) % kChunk]; }
    [[nodiscard]] const Entry& entry(std::uint32_t id) const { return m_chunks[(id - 1) / kChunk]->entries[(id - 1) % kChunk]; }
    // 1 + index of an unused entry; 0: the limit is reached.
    [[nodiscard]] std::uint32_t take_entry();

    std::size_t m_origins;
    std::size_t m_most_bytes;
    std::size_t m_bytes = 0;
    bool m_full = false;
    std::unordered_map<std::uintptr_t, std::unique_ptr<Page>> m_pages; // by address / kPageBytes
    mutable std::array<RecentPage, kRecent> m_recent {};
    std::vector<std::unique_ptr<Chunk>> m_chunks;
    std::vector<std::uint32_t> m_free;
};

// Whether the place holds these bits of the format.
[[nodiscard]] bool holds(const std::byte* place, const ShadowValue& value);
// The lowest bytes of the value at the place.
[[nodiscard]] std::uint64_t bits_at(const std::byte* place, FloatFormat format);

} // namespace warpstage::simt
