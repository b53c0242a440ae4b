#include "core/problem/buffers/array_file.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/problem/buffers/element_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace warpstage::problem {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

// "<f4"; empty for bf16, which NumPy does not have.
std::string numpy_type(ptx::Type type)
{
    if (type == ptx::Type::bf16)
        return {};
    const char kind = ptx::is_float(type) ? 'f' : ptx::is_signed(type) ? 'i' : 'u';
    const auto size = ptx::size_of(type);
    return fmt::format("{}{}{}", size == 1 ? '|' : '<', kind, size);
}

std::string npy_header(const std::string& type, std::uint64_t count)
{
    constexpr std::size_t kAlignment = 64;
    auto dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}", type, count);
    const auto before = kMagic.size() + 4; // version and length
    dictionary.append((kAlignment - (before + dictionary.size() + 1) % kAlignment) % kAlignment, ' ');
    dictionary += '\n';
    std::string header { kMagic };
    header += '\x01';
    header += '\x00';
    header += static_cast<char>(dictionary.size() & 0xffU);
    header += static_cast<char>(dictionary.size() >> 8U);
    return header + dictionary;
}

// The text between `before` and the next `after` of the dictionary.
std::string_view between(std::string_view text, std::string_view before, char after)
{
    const auto begin = text.find(before);
    if (begin == std::string_view::npos)
        return {};
    text.remove_prefix(begin + before.size());
    return text.substr(0, text.find(after));
}

// The number of elements of "2, 3" or "1000,"; empty: not a shape.
std::optional<std::uint64_t> elements_of_shape(std::string_view shape)
{
    std::uint64_t elements = 1;
    while (!shape.empty()) {
        const auto end = std::min(shape.find(','), shape.size());
        const auto word = text::trim(shape.substr(0, end));
        shape.remove_prefix(std::min(end + 1, shape.size()));
        if (word.empty())
            continue;
        std::uint64_t extent = 0;
        const auto [rest, failed] = std::from_chars(word.data(), word.data() + word.size(), extent);
        if (failed != std::errc {} || rest != word.data() + word.size() || (extent != 0 && elements > kMaxBufferBytes / extent))
            return std::nullopt;
        elements *= extent;
    }
    return elements;
}

// The numbers of a .npy file, without its header.
Result<std::string_view> npy_numbers(std::string_view bytes, ptx::Type type, const std::string& name)
{
    if (!bytes.starts_with(kMagic) || bytes.size() < 12)
        return Error { fmt::format("the file {} is not a .npy file of NumPy", name) };
    const bool is_first_version = bytes[6] == '\x01';
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 8, is_first_version ? 2 : 4);
    const std::size_t begin = (is_first_version ? 10U : 12U) + std::size_t { length };
    if (begin > bytes.size())
        return Error { fmt::format("the file {} ends in its header", name) };
    const auto dictionary = bytes.substr(0, begin);
    const auto found = between(dictionary, "'descr': '", '\'');
    if (found.empty())
        return Error { fmt::format(
            "the file {} has no single element type in its header; save an array of numbers with numpy.save()", name) };
    const auto wanted = numpy_type(type);
    if (found != wanted)
        return Error { fmt::format("the file {} has elements of NumPy type `{}`, but {} requires `{}`", name, found,
            ptx::name_of(type), wanted.empty() ? "a .bin file" : wanted) };
    const bool is_one_dimensional = between(dictionary, "'shape': (", ')').find(", ") == std::string_view::npos;
    if (!is_one_dimensional && between(dictionary, "'fortran_order': ", ',') == "True")
        return Error { fmt::format("the file {} is stored in Fortran order; save numpy.ascontiguousarray() of the array", name) };
    const auto numbers = bytes.substr(begin);
    const auto elements = elements_of_shape(between(dictionary, "'shape': (", ')'));
    if (!elements || *elements * ptx::size_of(type) != numbers.size())
        return Error { fmt::format(
            "the file {} has {} bytes of numbers, which its header does not describe", name, numbers.size()) };
    return numbers;
}

// Calls take(word, line) for each word between commas, semicolons and white space until it returns false.
template <typename Take> void for_each_word(std::string_view text, Take&& take)
{
    constexpr std::string_view kSeparators = ",; \t\r\n";
    std::size_t line = 1;
    std::size_t at = 0;
    while (at < text.size()) {
        if (kSeparators.find(text[at]) != std::string_view::npos) {
            line += text[at] == '\n' ? 1U : 0U;
            ++at;
            continue;
        }
        const auto end = std::min(text.find_first_of(kSeparators, at), text.size());
        if (!take(text.substr(at, end - at), line))
            return;
        at = end;
    }
}

Result<BufferContents> text_numbers(
    std::string_view text, ptx::Type type, std::optional<std::uint64_t> count, const std::string& name)
{
    BufferContents contents;
    std::optional<Error> problem;
    for_each_word(text, [&](std::string_view word, std::size_t line) {
        if (count && contents.count == *count)
            return false;
        const auto number = number_bytes(word, type, {});
        if (!number) {
            problem = Error { fmt::format("{}:{}: {}", name, line, number.error().message) };
            return false;
        }
        contents.bytes.insert(contents.bytes.end(), number->begin(), number->end());
        ++contents.count;
        return contents.bytes.size() <= kMaxBufferBytes;
    });
    if (problem)
        return *problem;
    return contents;
}

Result<BufferContents> binary_numbers(
    std::string_view bytes, ptx::Type type, std::optional<std::uint64_t> count, const std::string& name)
{
    const auto size = ptx::size_of(type);
    if (bytes.size() % size != 0)
        return Error { fmt::format("the file {} has {} bytes, which is not a multiple of the {} bytes of {}", name, bytes.size(),
            size, ptx::name_of(type)) };
    BufferContents contents;
    contents.count = std::min<std::uint64_t>(bytes.size() / size, count.value_or(kMaxBufferBytes / size));
    contents.bytes.resize(static_cast<std::size_t>(contents.count) * size);
    std::memcpy(contents.bytes.data(), bytes.data(), contents.bytes.size());
    return contents;
}

} // namespace

Result<BufferContents> read_array(const std::filesystem::path& file, ptx::Type type, std::optional<std::uint64_t> count)
{
    constexpr std::uint64_t kMaxFileBytes = 16 * kMaxBufferBytes; // as text
    const auto name = file.string();
    const auto bytes = read_whole_file(file, kMaxFileBytes);
    if (!bytes)
        return Error { fmt::format("the file {} cannot be read: {}", name, bytes.error().message) };
    const std::string& text = *bytes;
    const auto ending = file.extension();
    Result<BufferContents> contents { BufferContents {} };
    if (ending == ".npy") {
        const auto numbers = npy_numbers(text, type, name);
        if (!numbers)
            return numbers.error();
        contents = binary_numbers(*numbers, type, count, name);
    } else if (ending == ".bin" || ending == ".raw") {
        contents = binary_numbers(text, type, count, name);
    } else {
        contents = text_numbers(text, type, count, name);
    }
    if (contents && count && contents->count < *count)
        return Error { fmt::format("the file {} has {} {}, but {} {} required", name, contents->count,
            contents->count == 1 ? "number" : "numbers", *count, *count == 1 ? "is" : "are") };
    if (contents && contents->count == 0)
        return Error { fmt::format("the file {} has no numbers", name) };
    return contents;
}

Result<void> write_array(const std::filesystem::path& file, ptx::Type type, std::span<const std::byte> bytes)
{
    const std::uint64_t count = bytes.size() / ptx::size_of(type);
    const auto ending = file.extension();
    std::string text;
    if (ending == ".csv" || ending == ".txt") {
        for (std::uint64_t i = 0; i < count; ++i)
            text += text_of(bytes, type, i) + '\n';
    } else {
        if (ending == ".npy") {
            const auto name = numpy_type(type);
            if (name.empty())
                return Error { fmt::format(
                    "{}: NumPy has no type for {}. Use .bin or .csv.", file.string(), ptx::name_of(type)) };
            text = npy_header(name, count);
        }
        text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    if (const auto written = write_whole_file(file, text); !written)
        return Error { fmt::format("{} cannot be written: {}.", file.string(), written.error().message) };
    return {};
}

} // namespace warpstage::problem
