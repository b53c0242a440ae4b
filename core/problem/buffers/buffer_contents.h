// The initial content of a buffer, from the text of an argument: "random:7", "list:1,2,3", "file:data.csv".
#pragma once

#include "core/base/result.h"
#include "core/problem/expressions/expression.h"
#include "core/ptx/type.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpstage::problem {

// Per buffer; 1 GiB.
inline constexpr std::uint64_t kMaxBufferBytes = std::uint64_t { 1 } << 30;

struct BufferContents {
    std::vector<std::byte> bytes; // empty: zeros
    std::uint64_t count = 0; // elements
};

// One number of the type: an integer may be an expression, a u64 any plain number below 2^64, a float may be inf or nan. Errors:
// not a number, or out of range; the sentence does not name the argument.
[[nodiscard]] Result<std::vector<std::byte>> number_bytes(std::string_view text, ptx::Type type, const Names& names);

// `count`: empty if the argument leaves it to a file. Errors as above, and unknown contents, too few numbers, an unreadable file.
[[nodiscard]] Result<BufferContents> buffer_contents(
    std::string_view text, ptx::Type type, std::optional<std::uint64_t> count, const Names& names);

} // namespace warpstage::problem
