#include "core/session_file/changed_launch.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

namespace warpstage::session_file {

std::optional<problem::Relaunch> changed_launch(const nlohmann::json& entry)
{
    const bool is_words = entry.is_array()
        && entry.size() == std::tuple_size_v<problem::RelaunchWords> && std::ranges::all_of(entry, &nlohmann::json::is_string);
    return is_words ? problem::relaunch_of(entry.get<problem::RelaunchWords>()) : std::nullopt;
}

} // namespace warpstage::session_file
