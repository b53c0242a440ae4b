// The names of enumeration values in a session file.
#pragma once

#include "core/ptx/type.h"
#include "core/simt/observer.h"

#include <array>
#include <optional>
#include <string_view>

namespace warpstage::session_file {

inline constexpr std::array kSpaces { ptx::StateSpace::reg, ptx::StateSpace::param, ptx::StateSpace::shared,
    ptx::StateSpace::local, ptx::StateSpace::global, ptx::StateSpace::constant, ptx::StateSpace::generic };
inline constexpr std::array<std::string_view, 3> kAccessNames { "load", "store", "atomic" };

[[nodiscard]] inline std::string_view space_name(ptx::StateSpace space)
{
    return ptx::name_of(space);
}

[[nodiscard]] inline std::optional<ptx::StateSpace> find_space(std::string_view name)
{
    for (const auto space : kSpaces) {
        if (ptx::name_of(space) == name)
            return space;
    }
    return std::nullopt;
}

[[nodiscard]] inline std::string_view access_name(simt::AccessKind kind)
{
    return kAccessNames[static_cast<std::size_t>(kind)];
}

[[nodiscard]] inline std::optional<simt::AccessKind> find_access(std::string_view name)
{
    for (std::size_t i = 0; i < kAccessNames.size(); ++i) {
        if (kAccessNames[i] == name)
            return static_cast<simt::AccessKind>(i);
    }
    return std::nullopt;
}

} // namespace warpstage::session_file
