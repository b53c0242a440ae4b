// Mechanical edits of a kernel's source text that keep its results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::timing {

// The two-dimensional array in shared memory that the line accesses: its declaration `__shared__ T name[A][B]` is found in the
// text. Nothing: the line accesses none, or several.
struct SharedArray {
    std::string name;
    std::uint32_t line = 0; // of the declaration
};
[[nodiscard]] std::optional<SharedArray> shared_array_at(std::string_view source, std::uint32_t line);

// `__shared__ T name[A][B]` becomes `[A][B + 1]`. Nothing: the array is also used without both indices, or its address is taken,
// so that the distance of its rows may matter.
[[nodiscard]] std::optional<std::string> pad_shared_array(std::string_view source, std::uint32_t line);

// Writes `#pragma unroll COUNT` before the `for` of that line. Nothing: the line has no `for`, or a pragma is before it.
[[nodiscard]] std::optional<std::string> unroll_loop(std::string_view source, std::uint32_t line, std::uint32_t count);

// Removes the `__syncthreads();` of that line. Nothing: the line has none, or several.
[[nodiscard]] std::optional<std::string> remove_barrier_at(std::string_view source, std::uint32_t line);

// Declares all pointers among the parameters of the kernel `__restrict__`. The results stay only if the caller passes different
// memory. `kernel`: as in a profile, "reduce<256>". Nothing: all are declared so, fewer than two are pointers, or the kernel is
// not found.
[[nodiscard]] std::optional<std::string> restrict_pointers(std::string_view source, std::string_view kernel);

// Whether a loop of the kernel stores through a pointer and loads through one: `y[i] = x[i]`.
[[nodiscard]] bool loads_and_stores_in_loop(std::string_view source, std::string_view kernel);

// Exchanges x and y of threadIdx, blockIdx, blockDim and gridDim in the kernel. Nothing: it does not use x and y of threadIdx, or
// is not found.
[[nodiscard]] std::optional<std::string> swap_indices(std::string_view source, std::string_view kernel);

// Whether the text declares the one-dimensional or two-dimensional array in shared memory that the line updates with an atomic
// operation: `atomicAdd(&counts[i], 1)`.
[[nodiscard]] bool is_shared_atomic(std::string_view source, std::uint32_t line);

} // namespace warpstage::timing
