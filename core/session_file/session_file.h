// Session files: JSON, validated when read, written atomically.
#pragma once

#include "core/base/result.h"
#include "core/session_file/document.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpstage::session_file {

inline constexpr std::string_view kEnding = ".warpstage";

// Whether it is a file that begins like JSON, as session files do and captures with the same ending do not.
[[nodiscard]] bool is_session(const std::filesystem::path& file);

[[nodiscard]] std::string to_text(const Document& document);

// `name` identifies the text in messages. Errors, each a sentence: not JSON, not a session, a newer format, a missing or invalid
// member.
[[nodiscard]] Result<Document> parse(std::string_view text, std::string_view name);

// Errors: those of parse(); the file does not exist, cannot be read or is too large.
[[nodiscard]] Result<Document> load(const std::filesystem::path& path);

// Replaces an existing file only when the new one is complete. Errors: the folder does not exist or cannot be written to, the
// disk is full.
[[nodiscard]] Result<void> save(const Document& document, const std::filesystem::path& path);

} // namespace warpstage::session_file
