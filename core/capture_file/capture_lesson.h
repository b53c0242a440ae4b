// Captured launches as a lesson: its folder has lesson.toml, the PTX, the source, the contents of the buffers, and notes.
#pragma once

#include "core/base/result.h"
#include "core/capture/captured_launch.h"
#include "core/capture_file/capture_arguments.h"

#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::capture_file {

struct CaptureRequest {
    std::vector<capture::CapturedLaunch> launches; // at least one
    std::filesystem::path captured; // folder with their files
    std::string id; // of the lesson: see lesson_id()
    std::string program; // "reduction": for the texts; empty: `warpstage run` has launched the kernel
    std::string source {}; // of the kernels; empty: the file that their line table names
    std::vector<KnownBuffer> buffers {}; // what their launch says about them
};

struct WrittenCapture {
    std::vector<std::string> left_out; // sentences
    std::size_t launches = 0; // stored ones
};

// Lower-case letters, digits, - and _ of the name, after "capture-", so that a shipped lesson keeps its id.
[[nodiscard]] std::string lesson_id(const std::string& name);

// Writes the files of the lesson into the folder, which exists. A lesson has one PTX text and one source: launches of kernels
// from other source files than the first one are left out. Errors: a file that cannot be read or written, PTX that does not
// parse.
[[nodiscard]] Result<WrittenCapture> write_lesson(const CaptureRequest& request, const std::filesystem::path& folder);

} // namespace warpstage::capture_file
