// What somebody may have meant who mistyped a word of the command line.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::cli {

// " Did you mean `list`?"; empty where no word is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& words);

// The sentence about the words that neither the program nor the command that was named takes.
[[nodiscard]] std::string unexpected_words(const CLI::App& app);

// The sentence about a word that should be a command or a session file and is neither.
[[nodiscard]] std::string neither_command_nor_session(const std::string& word);

} // namespace warpstage::cli
