#include "app/cli/run/job_options.h"

#include "core/base/number.h"
#include "core/problem/expressions/expression.h"

namespace warpstage::cli {

Result<kernel_run::PrintedBuffer> parse_print(const std::string& text)
{
    kernel_run::PrintedBuffer print;
    const auto colon = text.find(':');
    print.name = text.substr(0, colon);
    if (colon != std::string::npos)
        print.count = number_in<std::uint64_t>(std::string_view { text }.substr(colon + 1)).value_or(0);
    if (print.name.empty() || print.count == 0)
        return Error { fmt::format("`--print` requires NAME or NAME:COUNT, for example y or y:20, not `{}`.", text) };
    return print;
}

Result<SavedBuffer> parse_save(const std::string& text)
{
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        return Error { fmt::format("`--save` requires NAME=FILE, for example y=result.npy, not `{}`.", text) };
    return SavedBuffer { text.substr(0, equals), text.substr(equals + 1) };
}

Result<Define> parse_define(const std::string& text)
{
    const auto equals = text.find('=');
    const auto name = text.substr(0, equals);
    if (!problem::is_name(name))
        return Error { fmt::format("`--define` requires NAME=VALUE, for example `--define TILE=16`, not `{}`.", text) };
    return Define { name, equals == std::string::npos ? "1" : text.substr(equals + 1) };
}

Result<std::string> parse_virtual_architecture(const std::string& text)
{
    std::string_view digits { text };
    for (const std::string_view prefix : { "compute_", "sm_" }) {
        if (digits.starts_with(prefix))
            digits.remove_prefix(prefix.size());
    }
    // Features of one architecture ("90a") or of its family ("100f").
    const auto number = digits.ends_with('a') || digits.ends_with('f') ? digits.substr(0, digits.size() - 1) : digits;
    if (number_in<std::uint32_t>(number))
        return std::string { digits };
    return Error { fmt::format("`--arch` requires a virtual architecture, for example compute_75, not `{}`.", text) };
}

} // namespace warpstage::cli
