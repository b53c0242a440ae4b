// The options of `warpstage limits`.
#pragma once

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

struct LimitsCommand {
    bool measure = false; // anew, whatever was kept
    bool json = false;
};

void add_limits(CLI::App& command, LimitsCommand& limits);

} // namespace warpstage::cli
