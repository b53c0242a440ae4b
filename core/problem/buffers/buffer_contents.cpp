#include "core/problem/buffers/buffer_contents.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/problem/buffers/array_file.h"
#include "core/problem/buffers/element_type.h"
#include "core/problem/buffers/generator.h"
#include "core/problem/expressions/evaluation.h"
#include "core/problem/expressions/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string>

namespace warpstage::problem {

namespace {

using Bytes = std::vector<std::byte>;

const std::vector<std::string> words_of_contents { "zero", "ones", "iota", "out", "unwritten", "value:V", "list:V,V,...",
    "random:SEED", "random:SEED:LOW:HIGH", "each:EXPRESSION", "file:PATH" };

Result<double> parse_any_real(std::string_view text)
{
    if (const auto real = parse_real(text))
        return *real;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (text == "inf")
        return kInfinity;
    if (text == "-inf")
        return -kInfinity;
    if (text == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    return Error { fmt::format("`{}` is not a number", text) };
}

Result<std::int64_t> integer_of(std::string_view text, ptx::Type type, const Names& names)
{
    const auto value = evaluate(text, names);
    if (value && (*value < least_of(type) || *value > greatest_of(type)))
        return Error { fmt::format(
            "{} is out of the range of {}, {} to {}", text, ptx::name_of(type), least_of(type), greatest_of(type)) };
    return value;
}

// A number above 2^63 - 1, which expressions do not have: "18446744073709551615", "0xffffffffffffffff".
std::optional<std::uint64_t> large_number(std::string_view text)
{
    const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const auto number = number_in<std::uint64_t>(is_hexadecimal ? text.substr(2) : text, is_hexadecimal ? 16 : 10);
    return number && *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) ? number : std::nullopt;
}

Result<Bytes> repeated(std::string_view text, ptx::Type type, std::uint64_t count, const Names& names)
{
    auto one = number_bytes(text, type, names);
    if (!one)
        return one;
    Bytes bytes;
    bytes.reserve(one->size() * count);
    for (std::uint64_t i = 0; i < count; ++i)
        bytes.insert(bytes.end(), one->begin(), one->end());
    return bytes;
}

Result<Bytes> iota(ptx::Type type, std::uint64_t count)
{
    if (!ptx::is_float(type) && count > 0 && count - 1 > static_cast<std::uint64_t>(greatest_of(type)))
        return Error { fmt::format(
            "iota would reach {}, but the maximum of {} is {}", count - 1, ptx::name_of(type), greatest_of(type)) };
    Bytes bytes;
    bytes.reserve(count * ptx::size_of(type));
    for (std::uint64_t i = 0; i < count; ++i) {
        if (ptx::is_float(type))
            append_real(bytes, type, static_cast<double>(i));
        else
            append_integer(bytes, type, static_cast<std::int64_t>(i));
    }
    return bytes;
}

Result<Bytes> random(std::string_view text, ptx::Type type, std::uint64_t count, const Names& names)
{
    const auto parts = text::split(text, ':');
    if (parts.size() != 1 && parts.size() != 3)
        return Error { "random requires a seed and, optionally, two bounds, as in random:7 or random:7:-1:1" };
    const auto seed = evaluate(parts[0], names);
    if (!seed)
        return seed.error();
    Generator generator(static_cast<std::uint64_t>(*seed));
    Bytes bytes;
    bytes.reserve(count * ptx::size_of(type));
    if (ptx::is_float(type)) {
        const auto low = parse_any_real(parts.size() == 3 ? parts[1] : "0");
        const auto high = parse_any_real(parts.size() == 3 ? parts[2] : "1");
        if (!low || !high)
            return low ? high.error() : low.error();
        if (!(*low < *high))
            return Error { fmt::format("the lower bound {} of random must be less than the upper bound {}", parts[1], parts[2]) };
        for (std::uint64_t i = 0; i < count; ++i)
            append_real(bytes, type, generator.uniform(*low, *high));
        return bytes;
    }
    const auto low = parts.size() == 3 ? integer_of(parts[1], type, names) : Result<std::int64_t> { 0 };
    const auto high = parts.size() == 3 ? integer_of(parts[2], type, names) : Result<std::int64_t> { 99 };
    if (!low || !high)
        return low ? high.error() : low.error();
    if (*low > *high)
        return Error { fmt::format("the lower bound {} of random is greater than the upper bound {}", parts[1], parts[2]) };
    const auto span = static_cast<std::uint64_t>(*high) - static_cast<std::uint64_t>(*low) + 1; // 0: all 2^64
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto step = span == 0 ? generator.next() : generator.next() % span;
        append_integer(bytes, type, static_cast<std::int64_t>(static_cast<std::uint64_t>(*low) + step));
    }
    return bytes;
}

// One value per element, a function of its index `i`.
Result<Bytes> each(std::string_view text, ptx::Type type, std::uint64_t count, const Names& names)
{
    const auto expression = Expression::parse(text);
    if (!expression)
        return expression.error();
    Scope scope;
    for (const auto& [name, value] : names)
        scope.numbers.emplace(name, value);
    scope.numbers["i"] = std::int64_t { 0 };
    Evaluation evaluation { *expression, scope };
    auto* const i = evaluation.variable("i");
    Bytes bytes;
    bytes.reserve(count * ptx::size_of(type));
    for (std::uint64_t at = 0; at < count; ++at) {
        if (i != nullptr)
            *i = static_cast<std::int64_t>(at);
        const auto value = evaluation.number();
        if (!value)
            return evaluation.error();
        const auto* const integer = std::get_if<std::int64_t>(&*value);
        if (ptx::is_float(type)) {
            append_real(bytes, type, real_of(*value));
        } else if (integer == nullptr || *integer < least_of(type) || *integer > greatest_of(type)) {
            return Error { fmt::format(
                "`{}`: {} for i = {} is out of the range of {}", text, text_of(*value), at, ptx::name_of(type)) };
        } else {
            append_integer(bytes, type, *integer);
        }
    }
    return bytes;
}

Result<Bytes> list(std::string_view text, ptx::Type type, std::uint64_t count, const Names& names)
{
    const auto words = text::split(text, ',');
    if (words.size() != count)
        return Error { fmt::format("the list has {} {}, but {} {} required", words.size(),
            words.size() == 1 ? "number" : "numbers", count, count == 1 ? "is" : "are") };
    Bytes bytes;
    for (const auto word : words) {
        const auto number = number_bytes(text::trim(word), type, names);
        if (!number)
            return number.error();
        bytes.insert(bytes.end(), number->begin(), number->end());
    }
    return bytes;
}

Result<Bytes> filled(std::string_view text, ptx::Type type, std::uint64_t count, const Names& names)
{
    const auto colon = std::min(text.find(':'), text.size());
    const auto word = text.substr(0, colon);
    const auto rest = text.substr(std::min(colon + 1, text.size()));
    if (text == "zero" || text == "out" || text == "unwritten")
        return Bytes {};
    if (text == "ones")
        return repeated("1", type, count, names);
    if (text == "iota")
        return iota(type, count);
    if (word == "value")
        return repeated(rest, type, count, names);
    if (word == "list")
        return list(rest, type, count, names);
    if (word == "each")
        return each(rest, type, count, names);
    if (word == "random")
        return random(rest, type, count, names);
    if (const auto near = text::nearest(text, words_of_contents); !near.empty())
        return Error { fmt::format("`{}` is not a valid buffer content. Did you mean `{}`?", text, near) };
    return Error { fmt::format("`{}` is not a valid buffer content; use {}", text, text::alternatives(words_of_contents)) };
}

} // namespace

Result<Bytes> number_bytes(std::string_view text, ptx::Type type, const Names& names)
{
    Bytes bytes;
    if (ptx::is_float(type)) {
        const auto real = parse_any_real(text);
        if (!real)
            return real.error();
        append_real(bytes, type, *real);
    } else if (const auto large = large_number(text); large && type == ptx::Type::u64) {
        bytes.resize(sizeof *large);
        std::memcpy(bytes.data(), &*large, sizeof *large); // x86-64 is little endian
    } else {
        const auto integer = integer_of(text, type, names);
        if (!integer)
            return integer.error();
        append_integer(bytes, type, *integer);
    }
    return bytes;
}

Result<BufferContents> buffer_contents(
    std::string_view text, ptx::Type type, std::optional<std::uint64_t> count, const Names& names)
{
    constexpr std::string_view kFile = "file:";
    if (text.starts_with(kFile))
        return read_array(text.substr(kFile.size()), type, count);
    if (!count)
        return Error { "the count can be omitted only for file contents; write a count between the brackets" };
    auto bytes = filled(text, type, *count, names);
    if (!bytes)
        return bytes.error();
    return BufferContents { std::move(*bytes), *count };
}

} // namespace warpstage::problem
