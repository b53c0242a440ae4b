// Relations between variants: lines of kernels.cu with the same role, and the baseline of each variant.
#pragma once

#include "core/ptx/type.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

struct Lesson;

// Corresponding accesses of different variants: the same purpose, implemented differently.
struct Role {
    enum class Kind : std::uint8_t { load, store };

    std::string id; // "tile_column_load"
    Kind kind = Kind::load; // a line may have both kinds of access
    std::optional<ptx::StateSpace> memory; // shared or global; empty: both
    std::string label {}; // label of its requests in the comparison of whole time steps: "x of the other bodies"; empty: no row
    std::vector<std::uint32_t> lines {}; // of kernels.cu, by variant; 0: not in the variant
};

// The role of an access of the variant in that line; null: none.
[[nodiscard]] const Role* role_of(
    const Lesson& lesson, std::size_t variant, std::uint32_t line, Role::Kind kind, ptx::StateSpace memory);
// Null: the lesson has no role with that id.
[[nodiscard]] const Role* find_role(const Lesson& lesson, std::string_view id);
// 0: the variant has no line with that role.
[[nodiscard]] std::uint32_t line_in(const Role& role, std::size_t variant);
// The baseline of a variant; empty: none.
[[nodiscard]] std::optional<std::size_t> baseline_of(const Lesson& lesson, std::size_t variant);

} // namespace warpstage::lesson
