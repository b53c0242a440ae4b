// What the matrices of an instruction contain and who holds each number, for observers that show it.
#pragma once

#include "core/simt/matrix/number_format.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::simt {

struct MatrixNumber {
    std::uint64_t bits = 0;
    std::uint64_t address = 0; // where the instruction accesses it in memory, if it does: a byte, as in Access::addresses
    std::int8_t lane = -1; // -1: no lane holds it; it lies in shared memory
    std::uint8_t reg = 0; // of the lane: a register of 32 bits in the operand; of a number with 64 bits the first of two
    std::uint8_t bit = 0; // its lowest bit there

    bool operator==(const MatrixNumber&) const = default;
};

struct ObservedMatrix {
    std::string name; // "A", "B", "C", "D"; "Matrix 0" of ldmatrix and stmatrix; "Before", "After" of movmatrix
    std::optional<NumberFormat> format; // nothing: 16 bits of any format
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    std::vector<MatrixNumber> numbers; // by rows; of wgmma the rows of the warp

    [[nodiscard]] const MatrixNumber& at(std::uint32_t row, std::uint32_t column) const
    {
        return numbers[std::size_t { row } * columns + column];
    }
    bool operator==(const ObservedMatrix&) const = default;
};

class MatrixObserver : public Observer {
public:
    [[nodiscard]] MatrixObserver* matrix_observer() override { return this; }
    // After an instruction on matrices has executed: its factors as they were before. Called after on_step and on_access of the
    // same instruction.
    virtual void on_matrices(const Step& step, std::vector<ObservedMatrix> matrices) = 0;
};

} // namespace warpstage::simt
