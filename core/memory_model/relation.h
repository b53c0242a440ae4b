// Binary relations between the events of one execution, as bit matrices. An execution has at most kMaxEvents events.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace warpstage::memory_model {

inline constexpr std::size_t kMaxEvents = 64;

using EventSet = std::uint64_t; // bit i: event i

[[nodiscard]] constexpr EventSet only(std::size_t event)
{
    return EventSet { 1 } << event;
}

template <typename Visit> constexpr void for_each_event(EventSet events, const Visit& visit)
{
    for (; events != 0; events &= events - 1)
        visit(static_cast<std::size_t>(std::countr_zero(events)));
}

class Relation {
public:
    constexpr void add(std::size_t from, std::size_t to) { m_rows[from] |= only(to); }
    [[nodiscard]] constexpr bool has(std::size_t from, std::size_t to) const { return (m_rows[from] & only(to)) != 0; }
    [[nodiscard]] constexpr EventSet after(std::size_t from) const { return m_rows[from]; }

    [[nodiscard]] static constexpr Relation identity(EventSet events)
    {
        Relation result;
        for_each_event(events, [&](std::size_t event) { result.add(event, event); });
        return result;
    }
    // Every pair of an event of `from` and an event of `to`.
    [[nodiscard]] static constexpr Relation product(EventSet from, EventSet to)
    {
        Relation result;
        for_each_event(from, [&](std::size_t event) { result.m_rows[event] = to; });
        return result;
    }

    friend constexpr Relation operator|(Relation left, const Relation& right)
    {
        for (std::size_t event = 0; event < kMaxEvents; ++event)
            left.m_rows[event] |= right.m_rows[event];
        return left;
    }
    friend constexpr Relation operator&(Relation left, const Relation& right)
    {
        for (std::size_t event = 0; event < kMaxEvents; ++event)
            left.m_rows[event] &= right.m_rows[event];
        return left;
    }
    friend constexpr Relation operator-(Relation left, const Relation& right)
    {
        for (std::size_t event = 0; event < kMaxEvents; ++event)
            left.m_rows[event] &= ~right.m_rows[event];
        return left;
    }
    // Composition: from a to c if `left` has a to b and `right` has b to c.
    friend constexpr Relation operator*(const Relation& left, const Relation& right)
    {
        Relation result;
        for (std::size_t event = 0; event < kMaxEvents; ++event)
            for_each_event(left.m_rows[event], [&](std::size_t between) { result.m_rows[event] |= right.m_rows[between]; });
        return result;
    }
    bool operator==(const Relation&) const = default;

    [[nodiscard]] constexpr Relation reversed() const
    {
        Relation result;
        for (std::size_t event = 0; event < kMaxEvents; ++event)
            for_each_event(m_rows[event], [&](std::size_t to) { result.add(to, event); });
        return result;
    }
    // The pairs that begin in `from` and end in `to`.
    [[nodiscard]] constexpr Relation between(EventSet from, EventSet to) const
    {
        Relation result;
        for_each_event(from, [&](std::size_t event) { result.m_rows[event] = m_rows[event] & to; });
        return result;
    }
    [[nodiscard]] constexpr Relation transitive() const
    {
        Relation result = *this;
        for (std::size_t by = 0; by < kMaxEvents; ++by)
            if (result.m_rows[by] != 0)
                for (std::size_t event = 0; event < kMaxEvents; ++event)
                    if (result.has(event, by))
                        result.m_rows[event] |= result.m_rows[by];
        return result;
    }
    [[nodiscard]] constexpr bool empty() const { return *this == Relation {}; }
    [[nodiscard]] constexpr bool irreflexive() const
    {
        for (std::size_t event = 0; event < kMaxEvents; ++event)
            if (has(event, event))
                return false;
        return true;
    }
    [[nodiscard]] constexpr bool acyclic() const { return transitive().irreflexive(); }

private:
    std::array<EventSet, kMaxEvents> m_rows {};
};

} // namespace warpstage::memory_model
