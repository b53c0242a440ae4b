// How the threads of a block compute the accessed element from their indices: linear thread index in the block, the element that
// each thread accesses at one instruction, and the linear formula if one exists.
#pragma once

#include "core/base/dim3.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::analysis {

struct IndexedThread {
    Dim3 index; // threadIdx
    std::uint32_t number = 0; // threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y
    std::int64_t element = 0; // from the start of the accessed memory

    bool operator==(const IndexedThread&) const = default;
};

// element = constant + x * threadIdx.x + y * threadIdx.y + z * threadIdx.z
struct LinearIndex {
    std::int64_t constant = 0;
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;

    [[nodiscard]] std::int64_t at(const Dim3& index) const { return constant + x * index.x + y * index.y + z * index.z; }
    bool operator==(const LinearIndex&) const = default;
};

struct IndexArithmetic {
    Dim3 block; // threads in each direction
    std::uint32_t warp = 0; // of the request
    std::vector<IndexedThread> threads; // of that warp, by lane
    std::uint64_t known_threads = 0; // threads of the block whose addresses verified the formula
    std::optional<LinearIndex> formula; // nothing: no linear formula of threadIdx gives the elements
};

struct IndexQuestion {
    const trace::Trace* trace = nullptr; // never null
    Dim3 block;
    std::uint32_t pc = 0;
    ptx::StateSpace space = ptx::StateSpace::global;
    std::size_t occurrence = 0; // index among the instruction's requests in the recorded window, over all warps
    std::uint64_t origin = 0; // address of element 0
};

// Other warps are included with the request that they make for the same time. No threads if no such request exists.
[[nodiscard]] IndexArithmetic index_arithmetic(const IndexQuestion& asked);

} // namespace warpstage::analysis
