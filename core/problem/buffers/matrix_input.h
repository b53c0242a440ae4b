// A matrix of floats to be copied or transposed.
#pragma once

#include "core/problem/buffers/last_input.h"
#include "core/problem/buffers/shared_bytes.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::problem {

struct MatrixShape {
    std::size_t rows = 0;
    std::size_t columns = 0;

    bool operator==(const MatrixShape&) const = default;
};

// letter  a large F on a gradient with slight noise: shows whether the matrix was transposed, rotated or mirrored
// random  uniform in [0, 1)
[[nodiscard]] std::vector<std::string> matrix_input_names();

struct MatrixInput {
    std::string name; // one of the above
    MatrixShape shape;
    std::uint64_t seed = 0;

    bool operator==(const MatrixInput&) const = default;
};

// Floats in [0, 1), row-major; a deterministic function of the arguments.
[[nodiscard]] std::vector<std::byte> matrix_bytes(const MatrixInput& input);

class MatrixInputs {
public:
    [[nodiscard]] SharedBytes get(const MatrixInput& input)
    {
        return m_last.get(input, [&] { return SharedBytes { matrix_bytes(input) }; });
    }
    void keep(KeptInputs kept) { m_last.keep(kept); }

private:
    LastInput<MatrixInput, SharedBytes> m_last;
};

} // namespace warpstage::problem
