// An access identified by its role in the lesson, so that it is found in another variant's recording: lesson.toml assigns a role
// to corresponding lines of the variants.
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
    // One line may contain several such accesses: the index of this access and their number.
    std::size_t place = 0;
    std::size_t count = 1;

    bool operator==(const RoleAccess&) const = default;
};

// `accesses` of the same recording. Nothing: the access has no role in the lesson.
[[nodiscard]] std::optional<RoleAccess> role_access_of(const lesson::Lesson& lesson, std::size_t variant,
    const analysis::ChosenAccess& access, const std::vector<analysis::AccessView>& accesses);

// The instruction of another variant with that role; if its line has another number of accesses, the most interesting one.
// Nothing: the variant has no access with that role.
[[nodiscard]] std::optional<std::uint32_t> find_access(const lesson::Lesson& lesson, std::size_t variant,
    const RoleAccess& wanted, const std::vector<analysis::AccessView>& accesses);

} // namespace warpstage::session
