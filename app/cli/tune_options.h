// The options of `warpstage tune`.
#pragma once

#include <cstdint>
#include <string>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

struct TuneCommand {
    std::string lesson;
    std::string variant;
    std::uint32_t repeat = 21; // samples of the best ones
    bool keep = true; // in the user's settings
};

void add_tune(CLI::App& command, TuneCommand& tune);

} // namespace warpstage::cli
