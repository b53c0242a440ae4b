#include "core/ptx/kernel_text.h"

#include <algorithm>

namespace warpstage::ptx {

namespace {

// The name in ".visible .entry name(" or ".weak .entry name"; empty for a line that does not begin a kernel.
std::optional<std::string_view> kernel_begun_by(std::string_view line)
{
    constexpr std::string_view kEntry = ".entry ";
    const auto at = line.find(kEntry);
    if (at == std::string_view::npos || !(at == 0 || line.starts_with(".visible ") || line.starts_with(".weak ")))
        return std::nullopt;
    const auto name = line.substr(at + kEntry.size());
    return name.substr(0, name.find_first_of("( \t\r\n"));
}

bool are_separable(const Module& module)
{
    return module.aliases.empty()
        && std::ranges::none_of(module.variables, [](const Variable& variable) { return variable.space == StateSpace::global; });
}

} // namespace

std::optional<std::string> text_of_kernel(std::string_view text, const Module& module, std::string_view mangled_name)
{
    if (!are_separable(module))
        return std::nullopt;
    std::string kept;
    bool inside = false; // of another kernel
    std::size_t kernels = 0;
    bool found = false;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n') == std::string_view::npos ? text.size() : text.find('\n') + 1);
        text.remove_prefix(line.size());
        if (const auto name = kernel_begun_by(line)) {
            if (inside)
                return std::nullopt; // the last kernel has no closing brace
            ++kernels;
            inside = *name != mangled_name;
            found = found || !inside;
        }
        if (!inside)
            kept.append(line);
        else if (line.starts_with('}'))
            inside = false;
    }
    const auto expected = std::ranges::count_if(module.functions, [](const Function& function) { return function.entry; });
    if (!found || inside || kernels != static_cast<std::size_t>(expected))
        return std::nullopt;
    return kept;
}

} // namespace warpstage::ptx
