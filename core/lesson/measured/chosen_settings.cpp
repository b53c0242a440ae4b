#include "core/lesson/measured/chosen_settings.h"

#include <fmt/format.h>

namespace warpstage::lesson {

ChosenSettings choose_settings(const Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings,
    const std::set<std::string, std::less<>>& set_by_user, const MachineFacts& machine, const TunedSettings& tuned)
{
    const auto& parameters = lesson.problem->parameters();
    ChosenSettings chosen { settings, {}, {} };
    if (machine.multiprocessors > 0) {
        for (const auto& [parameter, value] : lesson.problem->suited_to(variant, settings, machine.multiprocessors)) {
            const bool of_lesson = lesson.defaults.any.contains(parameter) || lesson.defaults.gpu.contains(parameter);
            if (!set_by_user.contains(parameter) && !of_lesson)
                static_cast<void>(chosen.settings.set(parameters, parameter, value).ok()); // otherwise the initial value is used
        }
    }
    const auto* const found = tuned.find(machine.name, lesson.id, variant.id, size_class(*lesson.problem, settings));
    if (found == nullptr)
        return chosen;
    for (const auto& [parameter, value] : found->values) {
        if (set_by_user.contains(parameter))
            continue;
        if (auto set = chosen.settings.set(parameters, parameter, value); !set)
            chosen.mistake =
                fmt::format("Some tuned settings of {} {} are ignored: {}", lesson.id, variant.id, set.error().message);
        else
            chosen.tuned += fmt::format("{}{}={}", chosen.tuned.empty() ? "" : " ", parameter, value);
    }
    return chosen;
}

} // namespace warpstage::lesson
