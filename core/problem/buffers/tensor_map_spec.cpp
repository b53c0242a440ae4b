#include "core/problem/buffers/tensor_map_spec.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace warpstage::problem {

namespace {

constexpr std::string_view kKind = "tensormap";

template <typename Number> std::optional<Number> whole_number(std::string_view text)
{
    Number number {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc {} && end == text.data() + text.size() ? std::optional { number } : std::nullopt;
}

// "64x32"; empty for an invalid text.
std::vector<std::uint16_t> box_of(std::string_view text)
{
    std::vector<std::uint16_t> box;
    for (const std::string_view side : text::split(text, 'x')) {
        const auto number = whole_number<std::uint16_t>(side);
        if (!number)
            return {};
        box.push_back(*number);
    }
    return box;
}

struct TensorOptions {
    std::vector<std::uint16_t> box;
    std::uint8_t swizzle = 0;
    bool nan = false;
};

bool apply(std::string_view option, TensorOptions& options)
{
    constexpr std::string_view kBox = "box";
    constexpr std::string_view kSwizzle = "swizzle";
    if (option.starts_with(kBox)) {
        options.box = box_of(option.substr(kBox.size()));
        return !options.box.empty();
    }
    if (option.starts_with(kSwizzle)) {
        const auto bytes = whole_number<std::uint8_t>(option.substr(kSwizzle.size()));
        options.swizzle = bytes.value_or(0);
        return bytes.has_value();
    }
    options.nan = options.nan || option == "nan";
    return option == "nan";
}

std::optional<TensorElement> element_of(ptx::Type type)
{
    for (std::size_t i = 0; i < kTensorElements; ++i) {
        if (name_of(static_cast<TensorElement>(i)) == ptx::name_of(type))
            return static_cast<TensorElement>(i);
    }
    return std::nullopt;
}

} // namespace

bool is_tensor_map_kind(std::string_view words)
{
    return words.substr(0, words.find(',')) == kKind;
}

Result<TensorMapDescription> parse_tensor_map(std::string_view kind, ptx::Type type, std::string_view extent, const Names& names)
{
    TensorOptions options;
    const auto words = text::split(kind, ',');
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (!apply(words[i], options))
            return Error { fmt::format(
                "`{}` is not an option of a tensor map; use boxWxH as in box64x32, swizzle32, swizzle64, swizzle128 or nan",
                words[i]) };
    }
    const auto element = element_of(type);
    if (!element)
        return Error { fmt::format(
            "a tensor map has elements of u8, u16, u32, s32, u64, s64, f16, f32, f64 or bf16, not {}", ptx::name_of(type)) };
    std::vector<std::uint32_t> sizes;
    for (const std::string_view side : text::split(extent, ',')) {
        const auto value = evaluate(text::trim(side), names);
        if (!value)
            return value.error();
        if (*value < 1 || *value > std::numeric_limits<std::uint32_t>::max())
            return Error { fmt::format("a dimension of a tensor must be 1 to 4294967295, not {}", *value) };
        sizes.push_back(static_cast<std::uint32_t>(*value));
    }
    if (sizes.size() > kMaxTensorRank || sizes.size() != options.box.size())
        return Error { fmt::format(
            "a tensor map requires a box of as many dimensions as the tensor, at most {}: `box` has {} and the "
            "brackets have {}",
            kMaxTensorRank, options.box.size(), sizes.size()) };
    TensorMapDescription map = dense_tensor(*element, sizes, options.box);
    map.swizzle = options.swizzle;
    map.fills_with_nan = options.nan;
    if (auto fits = check_tensor_map(map, 0, std::numeric_limits<std::uint64_t>::max(), "the tensor map"); !fits)
        return fits.error();
    return map;
}

} // namespace warpstage::problem
