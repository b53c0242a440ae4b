// The seeded generator of all inputs. The distributions of standard libraries differ; this generator gives the same numbers
// everywhere, so a seed reproduces an input.
#pragma once

#include <cstdint>

namespace warpstage::problem {

// SplitMix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
class Generator {
public:
    explicit constexpr Generator(std::uint64_t seed)
        : m_state(seed)
    {
    }

    constexpr std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebU;
        return mixed ^ mixed >> 31;
    }

    // In [0, 1), a multiple of 2^-53.
    constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    // In [from, to).
    constexpr double uniform(double from, double to) { return from + (to - from) * uniform(); }

private:
    std::uint64_t m_state;
};

} // namespace warpstage::problem
