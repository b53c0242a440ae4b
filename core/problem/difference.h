// The first element of a result that differs from the reference, for users who search for a mistake.
#pragma once

#include <cstddef>
#include <string>

namespace warpstage::problem {

struct Difference {
    std::string buffer {}; // the buffer's name in the plan: "out"
    std::size_t index = 0; // of the element
    std::size_t columns = 0; // of a matrix, stored row-major in the buffer; 0: not a matrix
    std::string when {}; // "after step 2"; empty: at the end
    std::string found {};
    std::string expected {};
    std::size_t element_bytes = 4;
    std::size_t count = 0; // number of differing elements
    std::size_t compared = 0;

    // "out[2][33] is 0, expected 0.5; 992 of 4096 elements differ"
    [[nodiscard]] std::string words() const;

    bool operator==(const Difference&) const = default;
};

// Both with the fewest digits that distinguish them.
void set_numbers(Difference& difference, double found, double expected);

} // namespace warpstage::problem
