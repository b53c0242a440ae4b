#include "core/session/selection/role_access.h"

#include <algorithm>

namespace warpstage::session {

namespace {

using analysis::AccessView;
using lesson::Role;

// The instructions of the variant's recording with the role, in program order.
std::vector<AccessView> accesses_with(const Role& role, std::size_t variant, std::vector<AccessView> accesses)
{
    std::erase_if(accesses, [&](const AccessView& access) {
        return access.line != lesson::line_in(role, variant) || access.text.starts_with("ld") != (role.kind == Role::Kind::load)
            || role.memory.value_or(access.space) != access.space;
    });
    return accesses;
}

} // namespace

std::optional<RoleAccess> role_access_of(const lesson::Lesson& lesson, std::size_t variant, const analysis::ChosenAccess& access,
    const std::vector<analysis::AccessView>& accesses)
{
    const auto kind = access.access.kind == simt::AccessKind::load ? Role::Kind::load : Role::Kind::store;
    const Role* role = lesson::role_of(lesson, variant, access.line, kind, access.access.space);
    if (role == nullptr)
        return std::nullopt;
    const auto same = accesses_with(*role, variant, accesses);
    const auto own = std::ranges::find(same, access.pc, &AccessView::pc);
    if (own == same.end())
        return std::nullopt;
    return RoleAccess { role->id, static_cast<std::size_t>(own - same.begin()), same.size() };
}

std::optional<std::uint32_t> find_access(const lesson::Lesson& lesson, std::size_t variant, const RoleAccess& wanted,
    const std::vector<analysis::AccessView>& accesses)
{
    const Role* role = lesson::find_role(lesson, wanted.role);
    if (role == nullptr || lesson::line_in(*role, variant) == 0)
        return std::nullopt;
    const auto same = accesses_with(*role, variant, accesses);
    if (same.size() == wanted.count)
        return same[wanted.place].pc;
    const auto worst = analysis::default_access(same);
    return worst ? std::optional(worst->pc) : std::nullopt;
}

} // namespace warpstage::session
