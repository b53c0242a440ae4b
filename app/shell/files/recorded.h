// Session files and unpacked captures, as commands that show them.
#pragma once

#include "core/lesson/catalog.h"
#include "core/session/command.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace warpstage::shell {

// `name`: of the file in messages. Errors: see session_file::load() and session_file::restore().
[[nodiscard]] Result<session::ShowReplay> replay_of(
    const std::filesystem::path& file, const lesson::Catalog& catalog, const std::string& name);

// The lesson of a capture whose files are in `folder`. `capture`: its file. Errors: those of lesson::load_lesson(); buffers of
// more than `max_bytes` in total.
[[nodiscard]] Result<lesson::Lesson> lesson_of_capture(
    const std::filesystem::path& folder, const std::filesystem::path& capture, std::uint64_t max_bytes);

} // namespace warpstage::shell
