#include "app/shell/start/start_choices.h"

#include "core/base/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace warpstage::shell {

std::string first_that_moves(const lesson::Catalog& catalog)
{
    const auto& lessons = catalog.lessons();
    const auto moving = std::ranges::find_if(lessons, [](const auto& lesson) { return lesson->problem->check_steps() > 1; });
    return moving != lessons.end() ? (*moving)->id : std::string();
}

std::shared_ptr<stage::StartChoices> lesson_choices(const lesson::Catalog& catalog, const std::string& chosen)
{
    auto choices = std::make_shared<stage::StartChoices>();
    std::map<lesson::LessonGroup, std::size_t> groups; // those that have lessons
    for (const lesson::LessonGroupRow& row : lesson::kLessonGroups) {
        if (std::ranges::find(catalog.lessons(), row.group, &lesson::Lesson::group) == catalog.lessons().end())
            continue;
        groups.emplace(row.group, choices->groups.size());
        choices->groups.emplace_back(tr(row.title));
    }
    for (const auto& known : catalog.lessons()) {
        if (known->id == chosen)
            choices->chosen = choices->lessons.size();
        choices->lessons.push_back({ fmt::format("{} · {}", known->number, known->shown(known->title)),
            known->shown(known->summary), { session::SelectLesson { known->id } }, {}, {}, groups.at(known->group) });
    }
    return choices;
}

} // namespace warpstage::shell
