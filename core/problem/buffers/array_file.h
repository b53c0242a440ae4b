// Arrays in files of other programs: NumPy's .npy (NEP 1, versions 1 and 2), raw binary numbers (.bin, .raw), text (any other).
#pragma once

#include "core/base/result.h"
#include "core/problem/buffers/buffer_contents.h"
#include "core/ptx/type.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

namespace warpstage::problem {

// The first `count` numbers; all of them without a count. Binary files are little endian; a .npy file must have this type.
// Errors: an unreadable file, another type, too few numbers, more than kMaxBufferBytes.
[[nodiscard]] Result<BufferContents> read_array(
    const std::filesystem::path& file, ptx::Type type, std::optional<std::uint64_t> count);

// Writes all numbers: .npy as one dimension, .csv and .txt as text with one number per line, any other ending as raw bytes.
// Errors: the file cannot be written, bf16 in a .npy file, for which NumPy has no type.
[[nodiscard]] Result<void> write_array(const std::filesystem::path& file, ptx::Type type, std::span<const std::byte> bytes);

} // namespace warpstage::problem
