#include "core/session/run/program.h"

#include "core/base/process/large_blocks.h"
#include "core/base/words.h"

#include <algorithm>
#include <utility>

namespace warpstage::session {

namespace {

constexpr std::chrono::seconds kSwitchIsNew { 10 };

std::optional<ParameterView::Range> range_of(const problem::Parameter& parameter, const problem::Settings& settings)
{
    if (parameter.kind != problem::Parameter::Kind::integer)
        return std::nullopt;
    return ParameterView::Range { settings.integer(parameter.id), static_cast<std::int64_t>(parameter.minimum),
        static_cast<std::int64_t>(parameter.maximum), std::max<std::int64_t>(parameter.multiple_of, 1) };
}

std::vector<VariantView> variants_of(const lesson::Lesson& lesson)
{
    std::vector<VariantView> views;
    for (const auto& variant : lesson.variants)
        views.push_back({ variant.id, lesson.shown(variant.label), lesson.shown(variant.summary),
            lesson.problem->kernels(variant).empty(), variant.expects });
    return views;
}

} // namespace

Program::Program(std::shared_ptr<const lesson::Catalog> catalog, std::shared_ptr<const lesson::TunedSettings> tuned,
    Notices& notices, Urgency urgency)
    : m_lessons(std::move(catalog))
    , m_tuned(tuned != nullptr ? std::move(tuned) : std::make_shared<const lesson::TunedSettings>())
    , m_notices(notices)
    , m_urgency(urgency)
{
    describe_lessons();
    select_lesson(0, 0);
}

void Program::describe_lessons()
{
    m_described_in = words::generation();
    std::vector<LessonView> views;
    for (std::size_t i = 0; i < m_lessons.count(); ++i) {
        const auto lesson = m_lessons.at(i);
        std::vector<VariantView> variants = variants_of(*lesson);
        for (VariantView& variant : variants)
            variant.summary.clear();
        views.push_back(
            { lesson->id, lesson->number, lesson->shown(lesson->title), lesson->shown(lesson->summary), std::move(variants) });
    }
    m_lesson_views = std::make_shared<const std::vector<LessonView>>(std::move(views));
}

std::size_t Program::add_lesson(const std::shared_ptr<const lesson::Lesson>& opened)
{
    const std::size_t index = m_lessons.add(opened);
    describe_lessons();
    return index;
}

void Program::use_programs()
{
    m_programs = std::make_shared<const engine::VmPrograms>(m_lesson);
    m_plans.clear();
}

void Program::select_lesson(std::size_t index, std::size_t variant)
{
    m_lesson_index = index;
    const auto before = std::exchange(m_lesson, m_lessons.at(index));
    if (before != nullptr && before->problem != m_lesson->problem) {
        before->problem->keep_inputs(problem::KeptInputs::none); // those of an estimate have hundreds of MiB
        return_free_pages();
    }
    m_lesson->problem->keep_inputs(problem::KeptInputs::last);
    m_variant = variant;
    m_switched_at.reset();
    m_refused.reset();
    restore_settings(m_lesson->initial_settings(m_engine_kind));
    use_programs();
}

void Program::select_variant(std::size_t index, Time now)
{
    if (index != m_variant)
        m_switched_at = now;
    m_variant = index;
}

bool Program::replace_kernels(const std::shared_ptr<const lesson::Lesson>& edited)
{
    m_lessons.replace(edited);
    describe_lessons();
    if (edited->id != m_lesson->id)
        return false;
    m_lesson = edited;
    use_programs();
    return true;
}

bool Program::use_device(const engine::Description& device)
{
    const auto all_chosen = [this] {
        std::vector<problem::Settings> all;
        for (std::size_t i = 0; i < m_lesson->variants.size(); ++i)
            all.push_back(chosen_settings(i).settings);
        return all;
    };
    const bool untouched = m_settings == m_lesson->initial_settings(m_engine_kind);
    const auto before = all_chosen();
    m_device = { device.name, device.multiprocessors };
    m_engine_kind = device.kind;
    if (untouched)
        m_settings = m_lesson->initial_settings(m_engine_kind);
    const bool others = all_chosen() != before;
    if (others)
        m_plans.clear();
    return others;
}

Result<void> Program::use_settings(problem::Settings settings, ParameterIds explicitly_set, std::size_t variant)
{
    if (auto plan = m_preparation.plan({ m_lesson, variant, settings }); !plan)
        return plan.error();
    m_settings = std::move(settings);
    m_explicitly_set = std::move(explicitly_set);
    m_plans.clear();
    return {};
}

bool Program::set_parameter(const std::string& id, const std::string& value)
{
    auto changed = m_settings;
    auto outcome = changed.set(m_lesson->problem->parameters(), id, value);
    if (outcome) {
        auto explicitly_set = m_explicitly_set;
        explicitly_set.insert(id);
        outcome = use_settings(std::move(changed), std::move(explicitly_set), m_variant);
    }
    m_refused.reset();
    if (!outcome) {
        m_refused = RefusedParameter { id, value, outcome.error().message };
        m_notices.add(Severity::attention, outcome.error().message);
    }
    return outcome.ok();
}

void Program::restore_settings(const problem::Settings& settings, ParameterIds explicitly_set)
{
    m_settings = settings;
    m_explicitly_set = std::move(explicitly_set);
    m_plans.clear();
}

std::optional<std::size_t> Program::variant_of(const std::string& id) const
{
    const auto found = std::ranges::find(m_lesson->variants, id, &problem::Variant::id);
    return found == m_lesson->variants.end() ? std::nullopt
                                             : std::optional(static_cast<std::size_t>(found - m_lesson->variants.begin()));
}

lesson::ChosenSettings Program::chosen_settings(std::size_t variant) const
{
    return lesson::choose_settings(*m_lesson, m_lesson->variants[variant], m_settings, m_explicitly_set, m_device, *m_tuned);
}

problem::Settings Program::timed_settings(std::size_t variant) const
{
    auto settings = chosen_settings(variant).settings;
    if (m_engine_kind == EngineKind::gpu)
        return settings;
    const auto initial = m_lesson->initial_settings(EngineKind::vm);
    for (const auto& [parameter, value] : m_lesson->defaults.gpu)
        if (!m_explicitly_set.contains(parameter) && settings.text(parameter) == initial.text(parameter))
            static_cast<void>(
                settings.set(m_lesson->problem->parameters(), parameter, value).ok()); // load_lesson() has checked it
    return settings;
}

Program::Plan Program::plan_of(std::size_t variant)
{
    auto& plan = m_plans[variant];
    if (plan != nullptr)
        return plan;
    const auto chosen = chosen_settings(variant);
    if (!chosen.mistake.empty() && variant == m_variant)
        m_notices.add(Severity::attention, chosen.mistake);
    if (auto made = m_preparation.plan({ m_lesson, variant, chosen.settings }); made)
        plan = *std::move(made);
    else if (variant == m_variant)
        m_notices.add(Severity::attention, made.error().message);
    return plan;
}

Program::Plan Program::known_plan(std::size_t variant) const
{
    const auto known = m_plans.find(variant);
    return known == m_plans.end() ? nullptr : known->second;
}

bool Program::plan_is_ready(std::size_t variant)
{
    return known_plan(variant) != nullptr
        || m_preparation.ready_ahead({ m_lesson, variant, chosen_settings(variant).settings }, m_urgency);
}

SetupSection Program::section(Time now)
{
    if (m_described_in != words::generation())
        describe_lessons();
    SetupSection setup;
    setup.lesson = m_lesson;
    setup.lesson_index = m_lesson_index;
    for (const LessonView& lesson : *m_lesson_views)
        setup.lesson_titles.push_back(lesson.title);
    setup.lessons = m_lesson_views;
    setup.variants = variants_of(*m_lesson);
    setup.variant = m_variant;
    const auto settings = chosen_settings(m_variant).settings;
    for (const auto& parameter : m_lesson->problem->parameters())
        setup.parameters.push_back({ parameter.id, m_lesson->shown(parameter.label), parameter.unit, settings.text(parameter.id),
            parameter.choices, parameter.kind == problem::Parameter::Kind::text,
            parameter.kind == problem::Parameter::Kind::choice, parameter.role, range_of(parameter, settings) });
    setup.refused = m_refused;
    setup.switched = m_switched_at && now - *m_switched_at < kSwitchIsNew;
    return setup;
}

std::optional<std::size_t> repaired_counterpart(const lesson::Lesson& lesson, std::size_t variant)
{
    const auto& all = lesson.variants;
    const auto is_wrong = [&](std::size_t other) {
        return other < all.size() && !all[other].expects.empty();
    };
    const auto is_right = [&](std::size_t other) {
        return other < all.size() && all[other].expects.empty() && !lesson.problem->kernels(all[other]).empty();
    };
    if (is_wrong(variant) && is_right(variant + 1))
        return variant + 1;
    return variant > 0 && is_right(variant) && is_wrong(variant - 1) ? std::optional(variant - 1) : std::nullopt;
}

std::optional<std::string> value_of(
    const problem::Problem& problem, const problem::Settings& settings, const SetParameter& command)
{
    if (const auto* value = command.value.value())
        return *value;
    const auto& parameters = problem.parameters();
    const auto parameter = std::ranges::find(parameters, command.id, &problem::Parameter::id);
    if (parameter == parameters.end() || parameter->choices.empty())
        return std::nullopt;
    const auto& choices = parameter->choices;
    const auto current = std::ranges::find(choices, settings.text(command.id));
    if (current == choices.end())
        return choices.front();
    return choices[stepped(static_cast<std::size_t>(current - choices.begin()), choices.size(), command.value.direction())];
}

const problem::KernelLaunch* recorded_launch(const problem::Plan& plan)
{
    return plan.recorded_work < plan.step.size() ? std::get_if<problem::KernelLaunch>(&plan.step[plan.recorded_work]) : nullptr;
}

} // namespace warpstage::session
