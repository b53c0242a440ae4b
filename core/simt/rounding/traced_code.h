// What each instruction of a program does to values that a run in double follows.
#pragma once

#include "core/simt/program_body.h"
#include "core/simt/rounding/float_operation.h"

#include <string>
#include <vector>

namespace warpstage::simt {

enum class TracedEffect : std::uint8_t {
    none, // of no value that is followed
    compute, // a result is rounded
    copy, // row a to row d
    pack, // rows d, b, c and e to row a
    unpack, // the reverse
    select, // row a or b to row d
    shuffle,
    load,
    store,
    atomic_add,
    exchange,
    compare_exchange,
    multiply_matrices,
};

enum class ShuffleSource : std::uint8_t { up, down, butterfly, index };

struct TracedInstruction {
    TracedEffect effect = TracedEffect::none;
    std::uint32_t line = 0; // of the source; 0: unknown
    std::uint32_t bytes = 0; // of a copied value or part
    std::uint32_t row_bytes = 0; // pack, unpack: per lane of a part's row
    std::uint32_t elements = 1; // pack, unpack: parts
    ShuffleSource source = ShuffleSource::index;
    bool rounds_to_whole = false; // adds 1.5 * 2^23 or its like, as compilers do to round to an integral number
    FloatOperation operation; // compute, atomic_add
    std::string unfollowed; // name of an instruction whose floating-point results begin again as exact values
};

// By program counter.
[[nodiscard]] std::vector<TracedInstruction> traced_code(const ProgramBody& body);

} // namespace warpstage::simt
