// The first element of a result that is not as the reference has it: what somebody who looks for a mistake wants to see first.
#pragma once

#include <cstddef>
#include <string>

namespace warpstage::problem {

struct Difference {
    std::string buffer {}; // as the plan names it: "out"
    std::size_t index = 0; // of the element
    std::size_t columns = 0; // of a matrix, whose rows lie one after the other in the buffer; 0: no matrix
    std::string when {}; // "after step 2"; empty: at the end
    std::string found {};
    std::string expected {};
    std::size_t element_bytes = 4;
    std::size_t count = 0; // of the elements that differ
    std::size_t compared = 0;

    // "out[2][33] is 0, expected 0.5; 992 of 4096 elements differ"
    [[nodiscard]] std::string words() const;

    bool operator==(const Difference&) const = default;
};

// Both with as few digits as tell them apart.
void set_numbers(Difference& difference, double found, double expected);

} // namespace warpstage::problem
