// Collects what the checks of a launch find. Races are grouped by variable and lines, and one finding is made of each group when
// the launch ends: only then it is known which barrier orders all pairs.
#pragma once

#include "core/simt/checks/finding.h"
#include "core/simt/checks/race.h"
#include "core/simt/observer.h"

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace warpstage::simt {

class Block;
struct SharedArray;

// The memory in which a race was found.
struct RacyMemory {
    enum class Kind : std::uint8_t { shared, cluster, global };
    Kind kind = Kind::shared;
    std::uint64_t id = 0; // of the variable: what has the same number is the same variable
    std::string name; // global: of the buffer; shared: of the array, if it is known
    std::uint64_t base = 0; // global: address of the buffer
    std::uint64_t bytes = 0; // global: of the buffer
    std::uint64_t owner = 0; // cluster: linear index of the block whose memory it is
};

class Findings {
public:
    // `block`: any of the launch; it must outlive this.
    void add(const Block& block, const Race& race, const RacyMemory& memory);
    // An error that is certain at once, and does not stop the run. The first one of each kind and line is kept.
    void add(Trap trap, std::uint64_t count = 1, std::string_view hazard = {}, std::string_view cause = {});
    // Counts an error of this kind and instruction. False if none is known yet.
    [[nodiscard]] bool count_again(TrapKind kind, std::uint32_t pc);

    // Whether some error was found.
    [[nodiscard]] bool any_error() const { return m_any_error; }
    // Whether what was found shall be told now, although the launch has not ended: the program may never end because of it.
    [[nodiscard]] bool is_enough() const { return m_later_accesses > kEnough; }
    // An access after the first error; by these, races become known as updates.
    void follow(const Step& step, const Access& access, std::uint64_t block);

    // All of them, the errors first. Not called again.
    [[nodiscard]] std::vector<Finding> take();

private:
    static constexpr std::uint64_t kEnough = std::uint64_t { 1 } << 22U; // requests
    static constexpr std::size_t kMaxGroups = 64;
    static constexpr std::size_t kRelations = 4;

    struct Key {
        RacyMemory::Kind kind {};
        std::uint64_t id = 0;
        std::array<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, 2> lines; // file, line and where it is inlined

        bool operator<(const Key& other) const { return std::tie(kind, id, lines) < std::tie(other.kind, other.id, other.lines); }
    };
    struct Group {
        RacyMemory memory;
        std::array<std::optional<Race>, kRelations> first; // by relation
        std::uint64_t count = 0;
        bool has_unequal = false;
        bool has_race = false; // not only volatile accesses
        bool has_plain = false; // not only atomic operations of too narrow a scope
        bool has_update = false; // see Watch
    };
    // A thread has read the word, and its instruction is part of `x = f(x)`: when it writes the word, the race is one of updates.
    struct Watch {
        std::size_t group = 0;
        Race::Party reader;
        std::uint64_t address = 0;
        std::uint32_t bytes = 0;
    };

    [[nodiscard]] Group* group_of(const Race& race, const RacyMemory& memory);
    [[nodiscard]] Finding finding_of(const Group& group, std::optional<Race::Relation> widest) const;

    const Block* m_block = nullptr;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, RacyMemory::Kind>, std::size_t> m_of_instructions;
    std::map<Key, std::size_t> m_of_lines;
    std::vector<Group> m_groups; // in the order in which they were found
    std::vector<Watch> m_watches;
    std::vector<Finding> m_others;
    std::map<std::pair<TrapKind, std::uint32_t>, std::size_t> m_of_places; // by kind and program counter: into m_others
    std::uint64_t m_later_accesses = 0;
    bool m_any_error = false;
};

} // namespace warpstage::simt
