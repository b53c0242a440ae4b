// Commands that need other input than there is wait until it has been made.
#include "core/session/session_state.h"

#include <algorithm>
#include <chrono>
#include <type_traits>
#include <utility>
#include <variant>

namespace warpstage::session {

namespace {

// Who reads has just begun when a shorter wait is over.
constexpr std::chrono::milliseconds kWorthTelling { 700 };

} // namespace

std::optional<problem::Settings> Session::State::settings_with(const std::string& id, const std::string& value) const
{
    auto changed = settings;
    return changed.set(lesson->problem->parameters(), id, value) ? std::optional(std::move(changed)) : std::nullopt;
}

std::optional<Preparation::Wanted> Session::State::input_of(const Command& command) const
{
    const auto here = [this](std::optional<problem::Settings> wanted) {
        return wanted && *wanted != settings ? std::optional(Preparation::Wanted { lesson, variant, *std::move(wanted) })
                                             : std::nullopt;
    };
    const auto here_with = [this](std::size_t other) {
        const auto known = plans.find(other);
        const bool there = other >= lesson->variants.size() || (known != plans.end() && known->second != nullptr);
        return there ? std::nullopt : std::optional(Preparation::Wanted { lesson, other, chosen_settings(other).settings });
    };
    const auto of_cue = [&](const lesson::Cue& cue) {
        auto wanted = lesson->settings_of(cue, engine->description().kind);
        return wanted != settings ? std::optional(Preparation::Wanted { lesson, cue.variant, std::move(wanted) })
                                  : here_with(cue.variant);
    };
    const auto beginning_of = [this](std::size_t index) {
        const auto shown = lesson_at(index);
        return Preparation::Wanted { shown, 0, shown->initial_settings(engine->description().kind) };
    };
    // Who has set nothing gets what suits the other machine.
    const auto settings_on = [this](engine::EngineKind kind) {
        const bool there = (kind == engine::EngineKind::gpu ? gpu : vm) != nullptr;
        const bool untouched = there && settings == lesson->initial_settings(engine->description().kind);
        return untouched ? std::optional(lesson->initial_settings(kind)) : std::nullopt;
    };
    return std::visit(
        [&](const auto& order) -> std::optional<Preparation::Wanted> {
            using Order = std::decay_t<decltype(order)>;
            if constexpr (std::is_same_v<Order, SetParameter>) {
                return here(settings_with(order.id, order.value));
            } else if constexpr (std::is_same_v<Order, StepParameter>) {
                const auto next = next_choice(order);
                return next ? here(settings_with(order.id, *next)) : std::nullopt;
            } else if constexpr (std::is_same_v<Order, SelectLesson>) {
                const auto found = catalog->find(order.id);
                return found ? std::optional(beginning_of(index_of(*found))) : std::nullopt;
            } else if constexpr (std::is_same_v<Order, StepLesson>) {
                return beginning_of(lesson_after(order.direction));
            } else if constexpr (std::is_same_v<Order, CueStep>) {
                auto walk = cues;
                const auto index = walk_to(walk, order);
                return index ? of_cue(lesson->cues[*index]) : std::nullopt;
            } else if constexpr (std::is_same_v<Order, SelectVariant>) {
                return here_with(order.index);
            } else if constexpr (std::is_same_v<Order, SelectEngine>) {
                return here(settings_on(order.kind));
            } else if constexpr (std::is_same_v<Order, ToggleEngine>) {
                return here(settings_on(engine == vm.get() ? engine::EngineKind::gpu : engine::EngineKind::vm));
            } else {
                return std::nullopt;
            }
        },
        command);
}

void Session::State::obey_those_ready(Time now)
{
    std::size_t obeyed = 0;
    for (; obeyed < commands.size(); ++obeyed) {
        const auto wanted = input_of(commands[obeyed]);
        if (wanted && !preparation.ready(*wanted)) {
            if (!waiting_since)
                waiting_since = now;
            if (now - *waiting_since >= kWorthTelling)
                notices.add(Severity::information, "The input is being made; what runs goes on until it is there.", now);
            break;
        }
        waiting_since.reset();
        obey(commands[obeyed], now);
    }
    commands.erase(commands.begin(), commands.begin() + static_cast<std::ptrdiff_t>(obeyed));
}

} // namespace warpstage::session
