// The matrix to transpose.
#pragma once

#include "core/problem/shared_bytes.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

struct MatrixShape {
    std::size_t rows = 0;
    std::size_t columns = 0;

    bool operator==(const MatrixShape&) const = default;
};

// letter  a large F in a slope with a little noise: whoever looks sees whether it was transposed, turned or mirrored
// random  uniform in [0, 1)
[[nodiscard]] std::vector<std::string> transpose_input_names();

// Floats in [0, 1], row after row; a function of its arguments alone, to the last bit. `name` is one of the above.
[[nodiscard]] std::vector<std::byte> transpose_input(std::string_view name, MatrixShape shape, std::uint64_t seed);

// The input that was asked for last stays: every variant of a lesson moves the same numbers. May be asked from several threads.
class TransposeInputs {
public:
    [[nodiscard]] SharedBytes get(std::string_view name, MatrixShape shape, std::uint64_t seed);

private:
    std::mutex m_mutex;
    std::string m_name;
    MatrixShape m_shape;
    std::uint64_t m_seed = 0;
    SharedBytes m_last;
};

} // namespace warpstage::problem
