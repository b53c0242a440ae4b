// Text layout within the columns of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::cli {

inline constexpr std::size_t kUsualColumns = 80;

// Wraps at spaces into lines of at most `columns` characters; a longer word gets its own line. Line breaks in the text are kept.
// Empty if the text has no word.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

// `first`, then the text from column `indent` on, or below `first` if that is longer. Ends with a line break.
[[nodiscard]] std::string hanging(
    std::string_view first, std::string_view text, std::size_t indent, std::size_t columns = kUsualColumns);

// Width of the terminal on standard output, limited to a readable length; kUsualColumns if it is not a terminal.
[[nodiscard]] std::size_t output_columns();

} // namespace warpstage::cli
