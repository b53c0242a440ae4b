#include "app/cli/did_you_mean.h"

#include "app/cli/command_line.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace warpstage::cli {

namespace {

// "Run `warpstage list --help` for a list of options."
std::string see_options(const CLI::App* command)
{
    return fmt::format("Run `warpstage{} --help` for a list of options.", command == nullptr ? "" : " " + command->get_name());
}

// 1.000000 -> 1
std::string without_zeros(const std::string& number)
{
    static const std::regex zeros("\\.0+$");
    return std::regex_replace(number, zeros, "");
}

// "{2,4,8}" -> "2, 4 or 8"
std::string listed(const std::string& set)
{
    std::vector<std::string> words;
    for (const auto word : text::split(set, ','))
        words.emplace_back(word);
    return text::alternatives(words);
}

// "--engine", "-o".
void add_option_names(std::vector<std::string>& names, const CLI::App& app)
{
    for (const CLI::Option* option : app.get_options()) {
        for (const auto& name : option->get_lnames())
            names.push_back("--" + name);
        for (const auto& name : option->get_snames())
            names.push_back("-" + name);
    }
}

bool is_opened(const std::string& file)
{
    return file.ends_with(".warpstage") || file.ends_with(".cu") || file.ends_with(".ptx");
}

const CLI::App* named_command(const CLI::App& app)
{
    const auto named = app.get_subcommands();
    return named.empty() ? nullptr : named.front();
}

} // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& words)
{
    const auto near = text::nearest(word, words);
    return near.empty() ? std::string {} : fmt::format(" Did you mean `{}`?", near);
}

std::string unexpected_words(const CLI::App& app)
{
    const CLI::App* const command = named_command(app);
    const auto words = app.remaining(true);
    const auto option = std::ranges::find_if(words, [](const auto& word) { return word.starts_with('-') && word.size() > 1; });
    if (option != words.end()) {
        std::vector<std::string> names;
        if (command != nullptr)
            add_option_names(names, *command);
        add_option_names(names, app);
        const auto name = option->substr(0, option->find('='));
        const auto hint = did_you_mean(name, names);
        return fmt::format("Unknown option `{}`.{}", name, hint.empty() ? " " + see_options(command) : hint);
    }
    // Without a command CLI11 takes the first word as FILE and reports only the remaining ones.
    if (const auto* const file = app.get_option_no_throw("FILE");
        command == nullptr && file != nullptr && !file->results().empty() && !is_opened(file->results().front()))
        return neither_command_nor_file(file->results().front());
    std::string all;
    for (auto word = words.rbegin(); word != words.rend(); ++word)
        all += fmt::format("{}`{}`", all.empty() ? "" : " ", *word);
    return fmt::format("Unexpected {} {}. Run `warpstage{} --help` for the usage.", words.size() == 1 ? "argument" : "arguments",
        all, command == nullptr ? "" : " " + command->get_name());
}

std::string invalid_option(const CLI::App& app, const std::string& problem)
{
    const auto hint = see_options(named_command(app));
    std::smatch part;
    static const std::regex range("(--?[\\w-]+): Value (.*) not in range (\\S+) to (\\S+)");
    static const std::regex set("(--?[\\w-]+): (.*) not in \\{(.*)\\}");
    static const std::regex missing("(--?[\\w-]+): \\d+ required .* missing");
    static const std::regex number("Could not convert: (--?[\\w-]+) = (.*)");
    static const std::regex count("(--?[\\w-]+): (At [Ll]east|At [Mm]ost) (\\d+) required but received (\\d+)");
    static const std::regex value("(--?[\\w-]+): (\\S*)");
    static const std::regex other("(--?[\\w-]+): (.*)");
    if (std::regex_match(problem, part, range))
        return fmt::format("`{}` requires a number from {} to {}, not `{}`. {}", part.str(1), without_zeros(part[3]),
            without_zeros(part[4]), part.str(2), hint);
    if (std::regex_match(problem, part, set))
        return fmt::format("`{}` requires {}, not `{}`. {}", part.str(1), listed(part[3]), part.str(2), hint);
    if (std::regex_match(problem, part, number))
        return fmt::format("`{}` requires a number, not `{}`. {}", part.str(1), part.str(2), hint);
    if (std::regex_match(problem, part, count))
        return fmt::format("`{}` accepts {} {} value{}, not {}. {}", part.str(1),
            part.str(2).ends_with("ost") ? "at most" : "at least", part.str(3), part.str(3) == "1" ? "" : "s", part.str(4), hint);
    if (std::regex_match(problem, part, missing))
        return fmt::format("`{}` requires a value. {}", part.str(1), hint);
    if (std::regex_match(problem, part, value))
        return fmt::format("`{}` does not accept the value `{}`. {}", part.str(1), part.str(2), hint);
    if (std::regex_match(problem, part, other))
        return fmt::format("`{}`: {} {}", part.str(1), text::sentence(part[2]), hint);
    return fmt::format("{} {}", text::sentence(problem), hint);
}

std::string neither_command_nor_file(const std::string& word)
{
    const auto commands = command_names();
    if (std::ranges::find(commands, word) != commands.end()) // behind another command
        return fmt::format("Unexpected argument `{}`. Run `warpstage --help` for the usage.", word);
    const auto hint = did_you_mean(word, commands);
    return fmt::format("`{}` is neither a command nor a file to open (*.cu, *.ptx, *.warpstage){}", word,
        hint.empty() ? ". Run `warpstage --help` for a list of commands." : "." + hint);
}

} // namespace warpstage::cli
