#include "core/analysis/cache_use.h"

#include "core/base/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace warpstage::analysis {

std::string to_text(const CacheUse& use)
{
    return fmt::format("{:.0f} % of the sectors hit L1, {:.0f} % of the others hit L2; {}B from and to DRAM", use.l1_hit * 100.0,
        use.l2_hit * 100.0, text::with_prefix(use.dram_bytes));
}

nlohmann::json to_json(const CacheUse& use)
{
    return { { "l1_hit", use.l1_hit }, { "l2_hit", use.l2_hit }, { "dram_bytes", std::llround(use.dram_bytes) } };
}

CacheUse cache_use_from_json(const nlohmann::json& json)
{
    return { json.at("l1_hit").get<double>(), json.at("l2_hit").get<double>(), json.at("dram_bytes").get<double>() };
}

} // namespace warpstage::analysis
