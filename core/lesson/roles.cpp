#include "core/lesson/roles.h"

#include "core/lesson/lesson.h"

#include <algorithm>

namespace warpstage::lesson {

std::uint32_t line_in(const Role& role, std::size_t variant)
{
    return variant < role.lines.size() ? role.lines[variant] : 0;
}

const Role* role_of(const Lesson& lesson, std::size_t variant, std::uint32_t line, Role::Kind kind, ptx::StateSpace memory)
{
    const auto role = std::ranges::find_if(lesson.roles, [&](const Role& one) {
        return line != 0 && line_in(one, variant) == line && one.kind == kind && one.memory.value_or(memory) == memory;
    });
    return role == lesson.roles.end() ? nullptr : &*role;
}

const Role* find_role(const Lesson& lesson, std::string_view id)
{
    const auto role = std::ranges::find(lesson.roles, id, &Role::id);
    return role == lesson.roles.end() ? nullptr : &*role;
}

std::optional<std::size_t> baseline_of(const Lesson& lesson, std::size_t variant)
{
    return variant < lesson.baselines.size() ? lesson.baselines[variant] : std::nullopt;
}

} // namespace warpstage::lesson
