// The limits of texts that others wrote. They are checked before a parser sees the text, so the stack, the memory and the time
// that a parser needs are known. In the browser, too.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage {

enum class TextFormat : std::uint8_t { toml, json, session, script, settings, notes, source, ptx };

struct TextLimits {
    std::uint64_t bytes; // of the whole text
    std::uint64_t line_bytes; // of one line; as many as `bytes` where a program writes all of it in one line
    std::uint32_t depth; // tables, arrays, objects and parts of dotted keys inside each other; 0: the format has none
    std::uint64_t memory; // bytes that all values of the parsed text need at most, estimated; 0: the format has no values
};

[[nodiscard]] const TextLimits& limits_of(TextFormat format);

// The stack of every thread that parses, in bytes: parsing a text within the limits needs less than a tenth of it.
inline constexpr std::size_t kStackBytes = std::size_t { 8 } << 20;

struct TextExcess {
    std::uint64_t line = 0; // from 1; 0: the whole text
    std::string reason; // "Nested deeper than 32 levels"
};

// The first limit that the text exceeds, or nothing.
[[nodiscard]] std::optional<TextExcess> excess_of(std::string_view text, TextFormat format);

// The first byte behind the TOML string that begins with the quote at `at`; the end of the text if the string does not end.
[[nodiscard]] std::size_t end_of_toml_string(std::string_view text, std::size_t at);

// The whole text of a regular file. Errors: those of read_whole_file(), and a limit that is exceeded, with the line; only the
// reason, for the caller's message.
[[nodiscard]] Result<std::string> read_text_file(const std::filesystem::path& path, TextFormat format);

} // namespace warpstage
