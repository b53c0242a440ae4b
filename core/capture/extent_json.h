// Extents of grids and blocks as JSON: [x, y, z].
#pragma once

#include "core/base/dim3.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace warpstage::capture {

[[nodiscard]] inline nlohmann::json extent_to_json(const Dim3& extent)
{
    return { extent.x, extent.y, extent.z };
}

// Throws as nlohmann::json does if `json` is not such an array.
[[nodiscard]] inline Dim3 extent_from_json(const nlohmann::json& json)
{
    return { json.at(0).get<std::uint32_t>(), json.at(1).get<std::uint32_t>(), json.at(2).get<std::uint32_t>() };
}

} // namespace warpstage::capture
