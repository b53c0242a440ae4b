// An element of a matrix of a matrix instruction.
#pragma once

#include <cstdint>
#include <string>

namespace warpstage::session {

struct ChosenElement {
    std::string matrix; // "A": simt::ObservedMatrix::name
    std::uint32_t row = 0;
    std::uint32_t column = 0;

    bool operator==(const ChosenElement&) const = default;
};

} // namespace warpstage::session
