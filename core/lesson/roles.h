// What variants have in common: lines of kernels.cu that do the same in several of them, and the variant that each improves.
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

// Accesses of different variants that correspond: each does what the others do, in another way.
struct Role {
    enum class Kind : std::uint8_t { load, store };

    std::string id; // "tile_column_load"
    Kind kind = Kind::load; // a line may have accesses of both kinds
    std::optional<ptx::StateSpace> memory; // shared or global; nothing: either
    std::string label {}; // what a comparison of whole steps calls its requests: "x of the other bodies"; empty: it has no row
    std::vector<std::uint32_t> lines {}; // of kernels.cu, by variant; 0: the variant has no such line
};

// The role of an access that the variant makes in that line; null: the lesson gives it none.
[[nodiscard]] const Role* role_of(
    const Lesson& lesson, std::size_t variant, std::uint32_t line, Role::Kind kind, ptx::StateSpace memory);
// Null: the lesson has none of that id.
[[nodiscard]] const Role* find_role(const Lesson& lesson, std::string_view id);
// 0: the variant has no line of that role.
[[nodiscard]] std::uint32_t line_in(const Role& role, std::size_t variant);
// The variant that this one is compared with; nothing: the lesson names none.
[[nodiscard]] std::optional<std::size_t> baseline_of(const Lesson& lesson, std::size_t variant);

} // namespace warpstage::lesson
