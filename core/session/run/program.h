// The chosen lesson, variant, settings and, because defaults depend on it, the device. Plans and programs always match this
// choice.
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

// The available lessons in the order of the catalog, each with its latest kernels.
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
    // Errors: those of Catalog::find().
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
    // Replaces the lesson of that id whenever it is shown.
    void replace(const std::shared_ptr<const lesson::Lesson>& edited) { m_edited.insert_or_assign(edited->id, edited); }
    // Replaces the lesson of that id, or adds the lesson if its id is new. Returns its index.
    std::size_t add(const std::shared_ptr<const lesson::Lesson>& opened)
    {
        if (!index_of(opened->id))
            m_added.push_back(opened);
        replace(opened);
        return *index_of(opened->id);
    }

private:
    std::shared_ptr<const lesson::Catalog> m_catalog;
    std::vector<std::shared_ptr<const lesson::Lesson>> m_added; // not in the catalog
    std::map<std::string, std::shared_ptr<const lesson::Lesson>, std::less<>> m_edited; // by id
};

class Program {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Plan = std::shared_ptr<const problem::Plan>;
    using ParameterIds = std::set<std::string, std::less<>>;

    // Starts with the first lesson of the catalog, which must not be empty.
    Program(std::shared_ptr<const lesson::Catalog> catalog, std::shared_ptr<const lesson::TunedSettings> tuned, Notices& notices,
        Urgency urgency);

    // Uses the default settings of the device.
    void select_lesson(std::size_t index, std::size_t variant);
    void select_variant(std::size_t index, Time now);
    // Returns whether that lesson is shown; another lesson uses the kernels when it is shown.
    [[nodiscard]] bool replace_kernels(const std::shared_ptr<const lesson::Lesson>& edited);
    // Settings that the user has not changed become the defaults of the device. Returns whether the settings of a variant have
    // changed.
    bool use_device(const engine::Description& device);
    // `explicitly_set`: parameters set by the user. Errors: the problem does not accept the settings for that variant.
    [[nodiscard]] Result<void> use_settings(problem::Settings settings, ParameterIds explicitly_set, std::size_t variant);
    // Returns whether the value was accepted; if not, a notice and SetupSection state the reason.
    [[nodiscard]] bool set_parameter(const std::string& id, const std::string& value);
    // Sets the settings without changes or checks.
    void restore_settings(const problem::Settings& settings, ParameterIds explicitly_set = {});

    [[nodiscard]] const Lessons& lessons() const { return m_lessons; }
    // See Lessons::add().
    std::size_t add_lesson(const std::shared_ptr<const lesson::Lesson>& opened);
    [[nodiscard]] const std::shared_ptr<const lesson::Lesson>& lesson() const { return m_lesson; }
    [[nodiscard]] std::size_t lesson_index() const { return m_lesson_index; }
    [[nodiscard]] std::size_t variant() const { return m_variant; }
    // Index of the lesson's variant; nothing: unknown id.
    [[nodiscard]] std::optional<std::size_t> variant_of(const std::string& id) const;
    [[nodiscard]] EngineKind engine_kind() const { return m_engine_kind; }
    // The settings of all variants.
    [[nodiscard]] const problem::Settings& settings() const { return m_settings; }
    // Parameters set by the user.
    [[nodiscard]] const ParameterIds& explicitly_set() const { return m_explicitly_set; }
    // The settings of this variant on the current device.
    [[nodiscard]] lesson::ChosenSettings chosen_settings(std::size_t variant) const;
    // The settings of this variant for which its time on a GPU is estimated: on the virtual machine, which shows a small problem,
    // the values for a GPU of all parameters that have their initial values; others are as shown.
    [[nodiscard]] problem::Settings timed_settings(std::size_t variant) const;
    [[nodiscard]] const std::shared_ptr<const engine::VmPrograms>& programs() const { return m_programs; }

    // Null: no plan is possible; adds a notice if it is the current variant's.
    [[nodiscard]] Plan plan_of(std::size_t variant);
    // Null: not yet created.
    [[nodiscard]] Plan known_plan(std::size_t variant) const;
    // Whether plan_of() returns immediately; if not, the plan is being created: ask again in the next frame.
    [[nodiscard]] bool plan_is_ready(std::size_t variant);
    // Creates the next input. While it runs, the problem's current input must not be used.
    [[nodiscard]] Preparation& preparation() { return m_preparation; }

    // All members except published results and the kernels of a session file.
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
    std::uint32_t m_described_in = 0; // language generation
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

// The other variant of a pair of a faulty kernel and its repaired version, which follows it.
[[nodiscard]] std::optional<std::size_t> repaired_counterpart(const lesson::Lesson& lesson, std::size_t variant);

// The value that the command sets; nothing: the parameter has no suggestions to step through.
[[nodiscard]] std::optional<std::string> value_of(
    const problem::Problem& problem, const problem::Settings& settings, const SetParameter& command);

// The recorded launch. Null: the plan runs no kernel.
[[nodiscard]] const problem::KernelLaunch* recorded_launch(const problem::Plan& plan);

} // namespace warpstage::session
