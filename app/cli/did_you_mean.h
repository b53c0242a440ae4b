// Messages about mistyped arguments.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::cli {

// " Did you mean `list`?"; empty if no word is similar.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& words);

// The message about arguments that neither the program nor the command accepts.
[[nodiscard]] std::string unexpected_words(const CLI::App& app);

// The message about a value that an option does not accept, or an option without its value, in the words of CLI11.
[[nodiscard]] std::string invalid_option(const CLI::App& app, const std::string& problem);

// The message about an argument that is neither a command nor a file that the stage opens.
[[nodiscard]] std::string neither_command_nor_file(const std::string& word);

} // namespace warpstage::cli
