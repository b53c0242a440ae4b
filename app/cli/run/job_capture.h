// The launch of `warpstage run` as a capture, which opens like a lesson: --capture FILE.warpstage.
#pragma once

#include "core/kernel_run/kernel_job.h"

#include <CLI/CLI.hpp>

#include <filesystem>

namespace warpstage::cli {

void add_job_capture(CLI::App& app, std::filesystem::path& file);

// Refuses: another ending than that of captures.
void check_job_capture(const std::filesystem::path& file);

// Refuses: several launches, and variables that options set, which a capture of a run does not have.
void check_job_capture(const kernel_run::KernelJob& job);

// Refuses: a file that cannot be written.
void write_job_capture(
    const kernel_run::KernelJob& job, const kernel_run::JobOutcome& outcome, const std::filesystem::path& file);

} // namespace warpstage::cli
