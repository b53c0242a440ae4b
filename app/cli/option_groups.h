// Options shared by several commands. After parsing, the second last argument (before the help) holds the value.
#pragma once

#include "app/cli/command_line.h"
#include "app/stage/render/drawing.h"
#include "core/analysis/report_csv.h"
#include "core/base/json_text.h"
#include "core/base/number.h"
#include "core/base/sides.h"
#include "core/bench/measure_variant.h"

#include <nlohmann/json.hpp>

namespace warpstage::cli {

// Validator for an option with a fixed set of values, which --help lists.
[[nodiscard]] CLI::Validator one_of(const std::vector<std::string>& words);

// An option that accepts one of several words, each with its value.
template <typename Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& value,
    const std::vector<std::pair<std::string, Value>>& choices, const std::string& help)
{
    std::vector<std::string> words;
    for (const auto& [word, meaning] : choices)
        words.push_back(word);
    const auto take = [&value, choices](const std::string& word) {
        value = std::ranges::find(choices, word, [](const auto& choice) { return choice.first; })->second;
    };
    return app.add_option_function<std::string>(name, take, help)->check(one_of(words));
}

// An option whose text is converted by Result<Value> parse(const std::string&).
template <typename Value, typename Parse>
CLI::Option* add_parsed(CLI::App& app, const std::string& name, Value& value, Parse parse, const std::string& help)
{
    const auto take = [&value, parse](const std::string& text) {
        value = or_refuse(parse(text));
    };
    return app.add_option_function<std::string>(name, take, help);
}

// The same for an option that may be repeated.
template <typename Value, typename Parse>
CLI::Option* add_parsed_list(
    CLI::App& app, const std::string& name, std::vector<Value>& values, Parse parse, const std::string& help)
{
    const auto take = [&values, parse](const std::vector<std::string>& texts) {
        for (const auto& text : texts)
            values.push_back(or_refuse(parse(text)));
    };
    return app.add_option_function<std::vector<std::string>>(name, take, help)->allow_extra_args(false);
}

// LESSON and VARIANT, both required.
void add_variant(CLI::App& app, std::string& lesson, std::string& variant);

// --repeat: number of samples.
void add_repeat(CLI::App& app, std::uint32_t& repeat, const std::string& help);

// --no-check.
void add_no_check(CLI::App& app, bool& check);
[[nodiscard]] inline bench::Checking checking_of(bool check)
{
    return check ? bench::Checking::checked : bench::Checking::unchecked;
}

// --variant, for a command that uses all variants by default.
void add_variants(CLI::App& app, std::vector<std::string>& variants, const std::string& help);

// --block: the block to record; --warp-width.
void add_recorded_block(CLI::App& app, std::uint64_t& block, const std::string& name = "--block");
void add_warp_width(CLI::App& app, std::uint32_t& width, const std::string& help);

// --arch: see arch::parse_architecture().
void add_architecture(CLI::App& app, std::string& architecture, const std::string& more = {});

// --json, for a command that writes text by default.
void add_json(CLI::App& app, bool& json);

// --checks only; --checks and --schedule.
void add_checks(CLI::App& app, engine::VmSettings& vm, const std::string& help);
void add_vm_settings(CLI::App& app, engine::VmSettings& vm);

// --drawing: renderer of the scene; nothing: depends on where OpenGL runs.
void add_drawing(CLI::App& app, std::optional<stage::Drawing>& drawing);

// --by; nothing: not given.
void add_level(CLI::App& app, std::optional<analysis::Level>& level);

// --format, --json and --csv.
enum class ReportFormat : std::uint8_t { text, json, csv };
void add_report_format(CLI::App& app, ReportFormat& format);

inline void print_json(const nlohmann::json& json)
{
    fmt::print("{}\n", json_text(json, 2));
}

// Uses to_text(), to_json() or to_csv() of the report's type.
template <typename Report> void print_report(const Report& report, ReportFormat format)
{
    if (format == ReportFormat::json)
        print_json(to_json(report));
    else
        fmt::print("{}", format == ReportFormat::text ? to_text(report) : to_csv(report));
}

} // namespace warpstage::cli
