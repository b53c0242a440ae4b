// The options of `warpstage trajectory`.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

struct TrajectoryCommand {
    std::string lesson;
    std::string variant;
    std::uint32_t steps = 100;
    std::uint32_t every = 10; // of the steps that are written
    std::filesystem::path output; // empty: standard output
};

void add_trajectory(CLI::App& app, TrajectoryCommand& command);

} // namespace warpstage::cli
