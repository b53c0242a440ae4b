// An access by what it does in the lesson, so that it is found in another variant's recording: the lines of variants that
// correspond have a role in lesson.toml.
#pragma once

#include "core/analysis/recording/access_view.h"
#include "core/lesson/lesson.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

struct RoleAccess {
    std::string role; // of lesson::Role
    // One line may make several such accesses: which of them it is, and how many there are.
    std::size_t place = 0;
    std::size_t count = 1;

    bool operator==(const RoleAccess&) const = default;
};

// `accesses` of the same recording. Nothing: the lesson gives the access no role.
[[nodiscard]] std::optional<RoleAccess> role_access_of(const lesson::Lesson& lesson, std::size_t variant,
    const analysis::ChosenAccess& access, const std::vector<analysis::AccessView>& accesses);

// The instruction of another variant with that role; where its line has more or fewer of them, the one worth looking at. Nothing:
// the variant has no access of that role.
[[nodiscard]] std::optional<std::uint32_t> find_access(const lesson::Lesson& lesson, std::size_t variant,
    const RoleAccess& wanted, const std::vector<analysis::AccessView>& accesses);

} // namespace warpstage::session
