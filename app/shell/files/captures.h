// Capture files named on the command line where a lesson is expected, or opened on the stage.
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <filesystem>
#include <memory>
#include <string>

namespace warpstage::shell {

// Whether the word is the path of a capture or session file, by its ending.
[[nodiscard]] bool names_file(const std::string& word);

// The lesson in a capture, which capture_file::is_capture() tells from a session file. Its files are unpacked to a temporary
// folder, which is removed when the program ends. Errors, each one sentence: no such file, no capture, those of
// capture_file::unpack() and lesson::load_lesson(), buffers that are larger than captures have.
[[nodiscard]] Result<std::shared_ptr<const lesson::Lesson>> open_capture(const std::filesystem::path& file);

} // namespace warpstage::shell
