#include "core/kernel_run/form/block_hints.h"

#include "core/base/number.h"
#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace warpstage::kernel_run {

namespace {

using Sides = std::vector<std::int64_t>;

bool names_rows(std::string_view name)
{
    return name.find("ROWS") != std::string_view::npos || name.find("Rows") != std::string_view::npos
        || name.find("rows") != std::string_view::npos;
}

// A number, a constant of the source, or a template parameter with its guessed value.
std::optional<std::int64_t> number_of(
    std::string_view text, const SourceText& source, const SourceKernel& kernel, std::int64_t of_template)
{
    text = text::trim(text);
    if (const auto number = number_in<std::int64_t>(text))
        return number;
    if (const auto known = source.constants.find(text); known != source.constants.end())
        return known->second;
    if (std::ranges::find(kernel.template_parameters, text, &SourceParameter::name) != kernel.template_parameters.end())
        return of_template;
    return std::nullopt;
}

bool is_block(const Sides& sides)
{
    std::int64_t threads = 1;
    for (const auto side : sides) {
        if (side < 1 || side > 1024)
            return false;
        threads *= side;
    }
    return !sides.empty() && sides.size() <= 3 && threads <= 1024;
}

std::optional<Sides> sides_in(std::string_view list, const SourceText& source, const SourceKernel& kernel)
{
    Sides sides;
    for (const auto one : split_list(list)) {
        const auto side = number_of(one, source, kernel, 256);
        if (!side)
            return std::nullopt;
        sides.push_back(*side);
    }
    while (sides.size() > 1 && sides.back() == 1)
        sides.pop_back();
    return is_block(sides) ? std::optional(std::move(sides)) : std::nullopt;
}

// The text between a parenthesis at or after `from` and its counterpart.
std::string_view parenthesized(std::string_view text, std::size_t from)
{
    const auto open = text.find_first_of("({", from);
    if (open == std::string_view::npos)
        return {};
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '{' ? 1 : text[i] == ')' || text[i] == '}' ? -1 : 0;
        if (depth == 0)
            return text.substr(open + 1, i - open - 1);
    }
    return {};
}

// The block of the first launch in the host code: "kernel<<<grid, 256>>>", "dim3 block(16, 16); kernel<<<grid, block>>>".
std::optional<Sides> block_of_launch(const SourceText& source, const SourceKernel& kernel)
{
    const std::string_view text = source.text;
    for (auto at = text.find(kernel.name); at != std::string_view::npos; at = text.find(kernel.name, at + 1)) {
        const auto open = text.find("<<<", at);
        const auto end = open == std::string_view::npos ? open : text.find(">>>", open);
        if (end == std::string_view::npos)
            return std::nullopt;
        if (text.substr(at, open - at).find_first_of(";(){}") != std::string_view::npos)
            continue;
        const auto arguments = split_list(text.substr(open + 3, end - open - 3));
        if (arguments.size() < 2)
            continue;
        const std::string_view block = arguments[1];
        if (block.starts_with("dim3"))
            return sides_in(parenthesized(block, 0), source, kernel);
        if (auto sides = sides_in(block, source, kernel))
            return sides;
        // "dim3 threads(16, 16)", "dim3 grid(8), threads(16, 16)"
        for (auto named = text.find(block); named != std::string_view::npos; named = text.find(block, named + 1)) {
            const auto after = text.find_first_not_of(" =", named + block.size());
            if (after == std::string_view::npos)
                break;
            const auto rest = text.substr(after);
            if (rest.starts_with('(') || rest.starts_with('{') || rest.starts_with("dim3"))
                return sides_in(parenthesized(text, after), source, kernel);
        }
    }
    return std::nullopt;
}

// From "__shared__ float tile[32][33]" for a grid of two dimensions, "__shared__ float part[256]" for one.
std::optional<Sides> block_of_shared(const SourceText& source, const SourceKernel& kernel, unsigned dimensions)
{
    constexpr std::string_view kShared = "__shared__";
    const std::string_view body = kernel.body;
    for (auto at = body.find(kShared); at != std::string_view::npos; at = body.find(kShared, at + 1)) {
        const auto declared = body.substr(at, body.find(';', at) - at);
        const auto open = declared.find('[');
        const auto close = declared.find(']', open);
        if (close == std::string_view::npos)
            continue;
        const auto side = number_of(declared.substr(open + 1, close - open - 1), source, kernel, dimensions == 1 ? 256 : 16);
        if (!side || *side < 2)
            continue;
        if (dimensions == 1 && *side % 32 == 0 && *side <= 1024)
            return Sides { *side };
        if (dimensions != 2 || declared.find('[', close) == std::string_view::npos || *side > 32)
            continue;
        for (const auto& [name, value] : source.constants) // fewer rows than the tile, as in the samples of CUDA
            if (names_rows(name) && value > 0 && value < *side && body.find(name) != std::string_view::npos)
                return Sides { *side, value };
        return Sides { *side, *side };
    }
    return std::nullopt;
}

} // namespace

std::vector<std::int64_t> default_block(const SourceText& source, const SourceKernel* kernel, unsigned dimensions)
{
    if (kernel != nullptr) {
        if (auto launched = block_of_launch(source, *kernel))
            return *std::move(launched);
        if (auto shared = block_of_shared(source, *kernel, dimensions))
            return *std::move(shared);
        if (const auto bounds = split_list(kernel->bounds); dimensions == 1 && !bounds.empty())
            if (auto bound = sides_in(bounds.front(), source, *kernel))
                return *std::move(bound);
    }
    return dimensions == 1 ? Sides { 256 } : dimensions == 2 ? Sides { 16, 16 } : Sides { 8, 8, 4 };
}

} // namespace warpstage::kernel_run
