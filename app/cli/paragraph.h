// Words in the columns of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::cli {

inline constexpr std::size_t kUsualColumns = 80;

// Broken at spaces into lines of at most so many characters; a longer word has a line of its own. Line breaks in the text are
// kept. Empty where there is no word.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

// `first`, then the text from column `indent` on; below `first` where that is longer. Ends with a line break.
[[nodiscard]] std::string hanging(
    std::string_view first, std::string_view text, std::size_t indent, std::size_t columns = kUsualColumns);

// Of the terminal that standard output is, within what can be read; kUsualColumns where it is none.
[[nodiscard]] std::size_t output_columns();

} // namespace warpstage::cli
