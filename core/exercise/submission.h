// What students hand in: one CUDA file each, which is not trusted.
#pragma once

#include "core/base/result.h"
#include "core/exercise/exercise.h"
#include "core/gpu/nvrtc/compile_process.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::exercise {

struct Submission {
    std::string student; // name of the folder or file, without its ending; may contain any bytes
    std::filesystem::path file; // empty: none
    std::string mistake; // why the file cannot be used; empty: it can be
    std::string id {}; // of the course system; empty: none
    bool missing = false; // nothing was handed in for the exercise
};

struct Submissions {
    std::vector<Submission> found; // sorted by the bytes of the names
    std::vector<std::string> ignored; // names of other files in the folder
};

// ".cu" in capitals or small letters: students' systems do not distinguish them.
[[nodiscard]] bool has_cuda_ending(const std::filesystem::path& file);

// "a symbolic link", "a folder": for messages.
[[nodiscard]] std::string kind_of(const std::filesystem::path& path);

// Errors: no regular file, too large, empty or not a text.
[[nodiscard]] Result<std::string> read_submission(const std::filesystem::path& file);

struct CompiledSubmission {
    Result<std::string> ptx; // the error is a sentence
    std::uint32_t line = 0; // of the first error; 0: none
    std::vector<gpu::Diagnostic> diagnostics {};
    bool timed_out = false; // the computer has too much other work
};

// Compiles with NVRTC, or with nvcc where NVRTC is missing or refuses host code. The text is one file: it may include headers of
// the CUDA Toolkit only, and the compiler is confined to them.
[[nodiscard]] CompiledSubmission compile_submission(
    gpu::CompileProcess& compiler, const std::string& source, const std::stop_token& stop = {});

} // namespace warpstage::exercise
