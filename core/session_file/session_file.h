// Session files: JSON, read with distrust, written whole or not at all.
#pragma once

#include "core/base/result.h"
#include "core/session_file/document.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpstage::session_file {

inline constexpr std::string_view kEnding = ".warpstage";
inline constexpr std::uintmax_t kMaxBytes = std::uintmax_t { 256 } << 20;

[[nodiscard]] std::string to_text(const Document& document);

// `name` is what messages call the text. Errors, each a sentence: no JSON, no session, a newer format, a member that is missing
// or holds what it cannot.
[[nodiscard]] Result<Document> parse(std::string_view text, std::string_view name);

// Errors: those of parse(), no such file, one that cannot be read or is too large.
[[nodiscard]] Result<Document> load(const std::filesystem::path& path);

// An older file of that name stays untouched until the new one is complete. Errors: a folder that is not there or cannot be
// written to, a full disk.
[[nodiscard]] Result<void> save(const Document& document, const std::filesystem::path& path);

} // namespace warpstage::session_file
