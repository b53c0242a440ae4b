#include "core/problem/reduction/reduction_input.h"

#include "core/problem/buffers/generator.h"

#include <cstring>

namespace warpstage::problem {

std::vector<std::byte> reduction_input(std::size_t count, std::uint64_t seed)
{
    std::vector<std::byte> bytes(count * sizeof(std::int32_t));
    Generator generator { seed };
    std::uint64_t bits = 0;
    const auto largest = static_cast<std::uint64_t>(largest_input(count));
    for (std::size_t i = 0; i < count; ++i) {
        // A number of the generator yields sixteen 4-bit values.
        bits = i % 16 == 0 ? generator.next() : bits >> 4;
        const auto value = static_cast<std::int32_t>(bits & largest);
        std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
    }
    return bytes;
}

std::vector<std::byte> iota_input(std::size_t count)
{
    constexpr std::size_t kPeriod = 256;
    std::vector<std::byte> bytes(count * sizeof(std::int32_t));
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = static_cast<std::int32_t>(i % kPeriod);
        std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
    }
    return bytes;
}

std::int64_t reduction_sum(std::span<const std::byte> bytes)
{
    std::int64_t sum = 0;
    for (std::size_t at = 0; at + sizeof(std::int32_t) <= bytes.size(); at += sizeof(std::int32_t)) {
        std::int32_t value = 0;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        sum += value;
    }
    return sum;
}

std::vector<std::byte> as_floats(std::vector<std::byte> integers)
{
    for (std::size_t at = 0; at + sizeof(std::int32_t) <= integers.size(); at += sizeof(std::int32_t)) {
        std::int32_t value = 0;
        std::memcpy(&value, integers.data() + at, sizeof value);
        const auto single = static_cast<float>(value);
        std::memcpy(integers.data() + at, &single, sizeof single);
    }
    return integers;
}

double float_sum(std::span<const std::byte> bytes)
{
    double sum = 0.0;
    for (std::size_t at = 0; at + sizeof(float) <= bytes.size(); at += sizeof(float)) {
        float value = 0.0F;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        sum += static_cast<double>(value);
    }
    return sum;
}

} // namespace warpstage::problem
