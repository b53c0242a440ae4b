// What L1 and L2 hold of the data of a launch.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace warpstage::analysis {

// Sectors of global and local memory. Estimated by the SM model (core/timing).
struct CacheUse {
    double l1_hit = 0.0; // fraction of the sectors of all requests
    double l2_hit = 0.0; // fraction of the sectors that go to L2
    double dram_bytes = 0.0; // from and to DRAM, of the whole launch
};

// "40 % of the sectors hit L1, 51 % of the others hit L2; 4.2 MB from and to DRAM"
[[nodiscard]] std::string to_text(const CacheUse& use);
[[nodiscard]] nlohmann::json to_json(const CacheUse& use);
[[nodiscard]] CacheUse cache_use_from_json(const nlohmann::json& json);

} // namespace warpstage::analysis
