// Buffers are byte arrays; problems read and write them as numbers.
#pragma once

#include "core/base/verify.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace warpstage::problem {

template <typename Number> [[nodiscard]] std::vector<std::byte> to_bytes(const std::vector<Number>& numbers)
{
    std::vector<std::byte> bytes(numbers.size() * sizeof(Number));
    if (!bytes.empty())
        std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

// The storage of a buffer comes from an allocator and is aligned for every number type.
template <typename Number> [[nodiscard]] std::span<Number> as_numbers(std::span<std::byte> bytes)
{
    VERIFY(reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(Number) == 0);
    return { reinterpret_cast<Number*>(bytes.data()), bytes.size() / sizeof(Number) };
}

template <typename Number> [[nodiscard]] std::span<const Number> as_numbers(std::span<const std::byte> bytes)
{
    VERIFY(reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(Number) == 0);
    return { reinterpret_cast<const Number*>(bytes.data()), bytes.size() / sizeof(Number) };
}

} // namespace warpstage::problem
