// What strong writes to words of memory have released, so that strong reads of these words can acquire it.
#pragma once

#include "core/simt/checks/checks.h"
#include "core/simt/checks/order/knowledge.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpstage::simt {

// The threads that a scope of one of them includes: the same scope and group mean the same threads.
struct ScopeGroup {
    Scope scope = Scope::device;
    std::uint64_t group = 0; // block: its place; cluster: its number; device: 0

    bool operator==(const ScopeGroup&) const = default;
};

// The writes of one word since the last one that is no read-modify-write: it ends the release sequence (PTX ISA, 8.8
// "Observation order").
struct ReleasedWord {
    struct Part {
        ScopeGroup to;
        Knowledge knowledge;
    };
    std::vector<Part> parts;
    // What a fence before the writes would have released.
    Knowledge unfenced;

    void release(const ScopeGroup& to, const Knowledge& knowledge);
};

class ReleasedWords {
public:
    // The memory is bounded: words beyond this number share one object. Then a race may be missed, and no false one is found.
    static constexpr std::size_t kMaxWords = std::size_t { 1 } << 20U;

    [[nodiscard]] bool empty() const { return m_words.empty(); }
    [[nodiscard]] const ReleasedWord* find(std::uint64_t word) const;
    [[nodiscard]] ReleasedWord& at(std::uint64_t word);
    void clear();

private:
    std::unordered_map<std::uint64_t, ReleasedWord> m_words;
    ReleasedWord m_others;
    bool m_full = false;
};

} // namespace warpstage::simt
