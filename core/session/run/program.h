// What is chosen to run: lesson, variant, settings and, because defaults depend on it, the device. Plans and programs are always
// those of exactly this choice.
#pragma once

#include "core/engine/engine.h"
#include "core/engine/vm_plan.h"
#include "core/lesson/catalog.h"
#include "core/lesson/measured/chosen_settings.h"
#include "core/session/notices.h"
#include "core/session/run/preparation.h"
#include "core/session/snapshot.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::session {

// The lessons that can be shown, in the catalog's order, each with the kernels that it was given last.
class Lessons {
public:
    explicit Lessons(std::shared_ptr<const lesson::Catalog> catalog)
        : m_catalog(std::move(catalog))
    {
    }

    [[nodiscard]] std::size_t count() const { return m_catalog->lessons().size() + m_added.size(); }
    [[nodiscard]] std::shared_ptr<const lesson::Lesson> at(std::size_t index) const
    {
        const auto shipped = m_catalog->lessons().size();
        const auto& original = index < shipped ? m_catalog->lessons()[index] : m_added[index - shipped];
        const auto edited = m_edited.find(original->id);
        return edited == m_edited.end() ? original : edited->second;
    }
    // Errors: as of Catalog::find().
    [[nodiscard]] Result<std::size_t> index_of(std::string_view id) const
    {
        if (const auto own = std::ranges::find(m_added, id, [](const auto& added) { return std::string_view { added->id }; });
            own != m_added.end())
            return m_catalog->lessons().size() + static_cast<std::size_t>(own - m_added.begin());
        const auto found = m_catalog->find(id);
        if (!found)
            return found.error();
        const auto& all = m_catalog->lessons();
        return static_cast<std::size_t>(std::ranges::find(all, *found) - all.begin());
    }
    // In place of the catalog's lesson of that id, as often as it is shown.
    void replace(const std::shared_ptr<const lesson::Lesson>& edited) { m_edited.insert_or_assign(edited->id, edited); }
    // Likewise, and as a further one where there is none of that id. Its index.
    std::size_t add(const std::shared_ptr<const lesson::Lesson>& opened)
    {
        if (!index_of(opened->id))
            m_added.push_back(opened);
        replace(opened);
        return *index_of(opened->id);
    }

private:
    std::shared_ptr<const lesson::Catalog> m_catalog;
    std::vector<std::shared_ptr<const lesson::Lesson>> m_added; // that the catalog does not have
    std::map<std::string, std::shared_ptr<const lesson::Lesson>, std::less<>> m_edited; // by id
};

class Program {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Plan = std::shared_ptr<const problem::Plan>;
    using ParameterIds = std::set<std::string, std::less<>>;

    // Of a catalog that is not empty, its first lesson.
    Program(std::shared_ptr<const lesson::Catalog> catalog, std::shared_ptr<const lesson::TunedSettings> tuned, Notices& notices,
        Urgency urgency);

    // With the settings that suit the device.
    void select_lesson(std::size_t index, std::size_t variant);
    void select_variant(std::size_t index, Time now);
    // Whether that lesson is the one that is shown; another one has them when it is.
    [[nodiscard]] bool replace_kernels(const std::shared_ptr<const lesson::Lesson>& edited);
    // Settings that nobody has changed become those that suit the device. Whether a variant's settings are others than before.
    bool use_device(const engine::Description& device);
    // Errors: the problem does not accept them for that variant. `explicitly_set`: parameters that somebody has set.
    [[nodiscard]] Result<void> use_settings(problem::Settings settings, ParameterIds explicitly_set, std::size_t variant);
    // Whether the value was accepted; else a notice and refused() say why not.
    [[nodiscard]] bool set_parameter(const std::string& id, const std::string& value);
    // As they are.
    void restore_settings(const problem::Settings& settings, ParameterIds explicitly_set = {});

    [[nodiscard]] const Lessons& lessons() const { return m_lessons; }
    // See Lessons::add().
    std::size_t add_lesson(const std::shared_ptr<const lesson::Lesson>& opened);
    [[nodiscard]] const std::shared_ptr<const lesson::Lesson>& lesson() const { return m_lesson; }
    [[nodiscard]] std::size_t lesson_index() const { return m_lesson_index; }
    [[nodiscard]] std::size_t variant() const { return m_variant; }
    // Index of the lesson's variant; nothing: it has none of that id.
    [[nodiscard]] std::optional<std::size_t> variant_of(const std::string& id) const;
    [[nodiscard]] EngineKind engine_kind() const { return m_engine_kind; }
    // Of all variants.
    [[nodiscard]] const problem::Settings& settings() const { return m_settings; }
    // Parameters that somebody has set.
    [[nodiscard]] const ParameterIds& explicitly_set() const { return m_explicitly_set; }
    // What this variant runs with on the current device.
    [[nodiscard]] lesson::ChosenSettings chosen_settings(std::size_t variant) const;
    [[nodiscard]] const std::shared_ptr<const engine::VmPrograms>& programs() const { return m_programs; }

    // Null, with a notice if it is the present variant's: there is none.
    [[nodiscard]] Plan plan_of(std::size_t variant);
    // Null: it has not been made.
    [[nodiscard]] Plan known_plan(std::size_t variant) const;
    // Whether plan_of() takes no time; else it is being made, and one asks again in the next frame.
    [[nodiscard]] bool plan_is_ready(std::size_t variant);
    // Makes the input that is wanted next. While that takes long, the problem's present input must not be asked for.
    [[nodiscard]] Preparation& preparation() { return m_preparation; }

    // All but what comes from elsewhere: published figures, and the kernels of a session file.
    [[nodiscard]] SetupSection section(Time now);

private:
    void use_programs();
    void describe_lessons();

    Lessons m_lessons;
    std::shared_ptr<const lesson::TunedSettings> m_tuned; // never null
    Notices& m_notices;
    Urgency m_urgency;
    lesson::MachineFacts m_device;
    EngineKind m_engine_kind = EngineKind::vm;

    std::shared_ptr<const std::vector<LessonView>> m_lesson_views; // of m_lessons
    std::uint32_t m_described_in = 0; // generation of the language
    std::shared_ptr<const lesson::Lesson> m_lesson;
    std::size_t m_lesson_index = 0;
    std::size_t m_variant = 0;
    std::optional<Time> m_switched_at; // the last change of variant
    problem::Settings m_settings;
    ParameterIds m_explicitly_set;
    std::optional<RefusedParameter> m_refused;
    std::shared_ptr<const engine::VmPrograms> m_programs;
    std::map<std::size_t, Plan> m_plans; // by variant
    Preparation m_preparation;
};

// A kernel that is wrong stands before its repair: the other one of the two.
[[nodiscard]] std::optional<std::size_t> repaired_counterpart(const lesson::Lesson& lesson, std::size_t variant);

// The suggested value after or before the present one; nothing: the parameter has none.
[[nodiscard]] std::optional<std::string> next_choice(
    const problem::Problem& problem, const problem::Settings& settings, const StepParameter& step);

// The launch that is recorded. Null: the plan runs no kernel.
[[nodiscard]] const problem::KernelLaunch* recorded_launch(const problem::Plan& plan);

} // namespace warpstage::session
