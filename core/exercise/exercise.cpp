#include "core/exercise/exercise.h"

#include "core/base/text.h"
#include "core/lesson/files/text_file.h"
#include "core/lesson/files/toml_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace warpstage::exercise {

namespace {

namespace fs = std::filesystem;

class ExerciseReader {
public:
    ExerciseReader(Exercise& exercise, std::string_view file)
        : m_exercise(exercise)
        , m_reader(lesson::shown_name(exercise.folder, file))
        , m_file(file)
    {
    }

    [[nodiscard]] Result<void> read_exercise()
    {
        const auto table = parsed("this file contains the requirements of the exercise");
        if (!table)
            return table.error();
        m_reader.allow_keys(
            *table, { "lesson", "gpu", "sizes", "measured", "measured_step", "longest_block", "active_lanes", "requirement" });
        m_exercise.subject = m_reader.text(*table, "lesson", 1);
        read_gpu(*table);
        if (m_reader.required(*table, "sizes", 1) != nullptr)
            m_exercise.sizes = settings_list(*table, "sizes");
        if (const auto* const measured = m_reader.table(*table, "measured"))
            m_exercise.measured = settings_of(*measured);
        read_steps(*table);
        if (table->contains("longest_block"))
            m_exercise.longest_block = m_reader.real(*table, "longest_block");
        m_exercise.active_lanes = m_reader.real(*table, "active_lanes");
        for (const auto* const requirement : m_reader.tables(*table, "requirement"))
            read_requirement(*requirement);
        if (m_exercise.requirements.empty() && !m_reader.failed())
            m_reader.fail(1, "the exercise has no [[requirement]].");
        return outcome();
    }

    [[nodiscard]] Result<void> read_grading()
    {
        const auto table = parsed("this file contains the hidden sizes of the exercise");
        if (!table)
            return table.error();
        m_reader.allow_keys(*table, { "hidden" });
        if (m_reader.required(*table, "hidden", 1) != nullptr)
            m_exercise.hidden = settings_list(*table, "hidden");
        return outcome();
    }

private:
    [[nodiscard]] Result<toml::table> parsed(std::string_view purpose) const
    {
        const auto text = lesson::read_lesson_file(m_exercise.folder, m_file, purpose);
        if (!text)
            return text.error();
        auto result = lesson::parse_toml(*text, m_file);
        if (!result)
            return Error { fmt::format(
                "{}:{}: {}", m_reader.name(), result.error().source().begin.line, std::string { result.error().description() }) };
        return std::move(result).table();
    }

    [[nodiscard]] Result<void> outcome() const { return m_reader.failed() ? m_reader.first_mistake() : Result<void> {}; }

    void read_gpu(const toml::table& table)
    {
        const auto name = m_reader.text(table, "gpu", 1);
        if (m_reader.failed())
            return;
        const auto gpu = arch::parse_architecture(name);
        if (gpu)
            m_exercise.gpu = *gpu;
        else
            m_reader.fail(lesson::line_of(*table.get("gpu")), gpu.error().message);
    }

    problem::Settings settings_of(const toml::table& values)
    {
        auto settings = m_exercise.lesson->initial_settings();
        for (const auto& [id, node] : values) {
            const auto value = lesson::scalar_of(node);
            const auto set = value ? settings.set(m_exercise.lesson->problem->parameters(), id.str(), *value)
                                   : Result<void> { Error { fmt::format("`{}` must be a number or a string.", id.str()) } };
            if (!set)
                m_reader.fail(lesson::line_of(node), set.error().message);
        }
        return settings;
    }

    void read_steps(const toml::table& table)
    {
        const auto* const steps = m_reader.table(table, "measured_step");
        if (steps == nullptr)
            return;
        for (const auto& [id, node] : *steps) {
            const auto step = node.value<std::int64_t>();
            const auto& parameters = m_exercise.lesson->problem->parameters();
            const auto parameter = std::ranges::find(parameters, id.str(), &problem::Parameter::id);
            if (parameter == parameters.end() || parameter->kind != problem::Parameter::Kind::integer)
                m_reader.fail(lesson::line_of(node), fmt::format("`{}` is no parameter with an integer.", id.str()));
            else if (!step || *step < 1 || *step > static_cast<std::int64_t>(parameter->maximum))
                m_reader.fail(lesson::line_of(node), "a step of `measured_step` is a positive integer.");
            else
                m_exercise.measured_step.emplace(id.str(), *step);
        }
        if (!m_exercise.measured)
            m_reader.fail(lesson::line_of(*steps), "`measured_step` requires `measured`.");
    }

    std::vector<problem::Settings> settings_list(const toml::table& table, std::string_view key)
    {
        std::vector<problem::Settings> list;
        const auto* const array = table.get(key)->as_array();
        const bool usable = array != nullptr && !array->empty()
            && std::ranges::all_of(*array, [](const toml::node& node) { return node.is_table(); });
        if (!usable) {
            m_reader.fail(lesson::line_of(*table.get(key)), fmt::format("`{}` must be a list such as [{{ n = 64 }}].", key));
            return list;
        }
        for (const auto& node : *array)
            list.push_back(settings_of(*node.as_table()));
        return list;
    }

    void read_requirement(const toml::table& table)
    {
        const auto line = lesson::line_of(table);
        m_reader.allow_keys(
            table, { "id", "label", "check", "metric", "time_us", "at_most", "at_least", "points", "needs_other", "hints" });
        Requirement requirement;
        requirement.id = m_reader.id(table, line);
        requirement.label = m_reader.text(table, "label", line);
        const double points = m_reader.real(table, "points");
        if (points < 0 || points > 1000 || points != std::floor(points))
            m_reader.fail(line, "`points` must be an integer from 0 to 1000.");
        else
            requirement.points = static_cast<std::uint32_t>(points);
        if (std::ranges::find(m_exercise.requirements, requirement.id, &Requirement::id) != m_exercise.requirements.end())
            m_reader.fail(line, fmt::format("two requirements have the id `{}`.", requirement.id));
        if (table.contains("needs_other")) {
            const auto value = table["needs_other"].value_exact<bool>();
            requirement.needs_other = value.value_or(false);
            if (!value)
                m_reader.fail(line, "`needs_other` is true or false.");
        }
        read_hints(table, line, requirement);
        read_kind(table, line, requirement);
        const bool measures = requirement.kind == RequirementKind::metric || requirement.kind == RequirementKind::time;
        if (measures && !m_exercise.measured)
            m_reader.fail(line, "a metric and a time require `measured`: the parameters with which they are determined.");
        m_exercise.requirements.push_back(std::move(requirement));
    }

    void read_hints(const toml::table& table, std::uint32_t line, Requirement& requirement)
    {
        constexpr std::size_t kMax = 5;
        if (!table.contains("hints"))
            return;
        if (const auto* const list = table["hints"].as_array())
            for (const auto& node : *list)
                requirement.hints.push_back(node.value<std::string>().value_or(""));
        if (requirement.hints.empty() || requirement.hints.size() > kMax
            || std::ranges::find(requirement.hints, std::string {}) != requirement.hints.end())
            m_reader.fail(line, fmt::format("`hints` is a list of one to {} texts.", kMax));
    }

    void read_kind(const toml::table& table, std::uint32_t line, Requirement& requirement)
    {
        const auto kinds = std::ranges::count_if(
            std::array { "check", "metric", "time_us" }, [&](const char* key) { return table.contains(key); });
        if (kinds != 1) {
            m_reader.fail(line, "a requirement has exactly one of `check`, `metric` and `time_us`.");
            return;
        }
        if (table.contains("check")) {
            const auto word = m_reader.optional_text(table, "check");
            if (word == "hazards")
                requirement.kind = RequirementKind::hazards;
            else if (word != "result")
                m_reader.fail(line, fmt::format("`check` is `result` or `hazards`, not `{}`.", word));
        } else if (table.contains("time_us")) {
            constexpr double kNanoseconds = 1000.0; // per microsecond
            requirement.kind = RequirementKind::time;
            requirement.at_most = kNanoseconds * m_reader.real(table, "time_us");
        } else {
            read_metric(table, line, requirement);
        }
    }

    void read_metric(const toml::table& table, std::uint32_t line, Requirement& requirement)
    {
        requirement.kind = RequirementKind::metric;
        std::vector<std::string> ids;
        if (const auto* const list = table["metric"].as_array())
            for (const auto& node : *list)
                ids.push_back(node.value<std::string>().value_or(""));
        else
            ids.push_back(m_reader.optional_text(table, "metric"));
        if (ids.empty())
            m_reader.fail(line, "`metric` is a name or a list of names whose values are added.");
        for (const auto& id : ids) {
            if (const auto* const metric = analysis::find_metric(id))
                requirement.metrics.push_back(metric);
            else
                fail_unknown_metric(line, id);
        }
        if (table.contains("at_most"))
            requirement.at_most = m_reader.real(table, "at_most");
        if (table.contains("at_least"))
            requirement.at_least = m_reader.real(table, "at_least");
        if (!requirement.at_most && !requirement.at_least)
            m_reader.fail(line, "a metric requires `at_most` or `at_least`.");
    }

    void fail_unknown_metric(std::uint32_t line, const std::string& id)
    {
        std::vector<std::string> known;
        for (const auto& metric : analysis::all_metrics())
            known.emplace_back(metric.id);
        const auto near = text::nearest(id, known);
        m_reader.fail(line,
            near.empty() ? fmt::format("unknown metric `{}`. Use {}.", id, text::alternatives(known))
                         : fmt::format("unknown metric `{}`. Did you mean `{}`?", id, near));
    }

    Exercise& m_exercise;
    lesson::TomlReader m_reader;
    std::string_view m_file;
};

} // namespace

std::uint32_t Exercise::points() const
{
    return std::accumulate(requirements.begin(), requirements.end(), 0U,
        [](std::uint32_t sum, const Requirement& requirement) { return sum + requirement.points; });
}

Result<Exercise> load_exercise(const fs::path& folder)
{
    std::error_code ignored;
    if (!fs::is_regular_file(folder / kExerciseFile, ignored))
        return Error { fmt::format("`{}` is not an exercise: it has no {}.", folder.string(), kExerciseFile) };
    Exercise exercise;
    const auto whole = fs::weakly_canonical(folder, ignored);
    exercise.folder = whole.empty() ? folder : whole;
    exercise.id = exercise.folder.filename().string();
    auto loaded = lesson::load_lesson(exercise.folder);
    if (!loaded)
        return loaded.error();
    if (loaded->variants.size() != 1)
        return Error { fmt::format("The lesson of an exercise has one variant, but `{}` has {}.",
            (exercise.folder / "lesson.toml").string(), loaded->variants.size()) };
    exercise.lesson = std::make_shared<const lesson::Lesson>(*std::move(loaded));
    if (auto read = ExerciseReader { exercise, kExerciseFile }.read_exercise(); !read)
        return read.error();
    if (fs::exists(exercise.folder / kGradingFile, ignored))
        if (auto read = ExerciseReader { exercise, kGradingFile }.read_grading(); !read)
            return read.error();
    return exercise;
}

std::vector<fs::path> exercise_folders(const fs::path& folder)
{
    std::vector<fs::path> found;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::error_code ignored;
        if (fs::is_regular_file(entry->path() / kExerciseFile, ignored))
            found.push_back(entry->path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::string parameters_text(const Exercise& exercise, const problem::Settings& settings)
{
    const auto initial = exercise.lesson->initial_settings();
    std::string words;
    for (const auto& parameter : exercise.lesson->problem->parameters()) {
        if (settings.text(parameter.id) != initial.text(parameter.id))
            words += fmt::format("{}{}={}", words.empty() ? "" : ", ", parameter.id, settings.text(parameter.id));
    }
    return words.empty() ? "the initial parameters" : words;
}

std::string label_of(const Requirement& requirement)
{
    std::string label;
    for (const auto* const metric : requirement.metrics)
        label += fmt::format("{}{}", label.empty() ? "" : " + ", metric->label);
    return label;
}

std::string limit_text(const Exercise& exercise, const Requirement& requirement)
{
    switch (requirement.kind) {
    case RequirementKind::result:
        return "equal to the reference for every size";
    case RequirementKind::hazards:
        return "for every size";
    case RequirementKind::metric: {
        const auto& metric = *requirement.metrics.front();
        const auto bound = [&](const char* words, const std::optional<double>& value) {
            return value ? fmt::format(" {} {}", words, analysis::value_text(metric, *value)) : std::string {};
        };
        return fmt::format("{}:{}{}, with {}", label_of(requirement), bound("at most", requirement.at_most),
            bound("at least", requirement.at_least), parameters_text(exercise, *exercise.measured));
    }
    case RequirementKind::time: {
        const std::chrono::nanoseconds most { static_cast<std::int64_t>(*requirement.at_most) };
        return fmt::format("at most {}, estimated for {}, with {}", text::plain_spaces(text::duration(most)),
            exercise.gpu.assumed_gpu().name, parameters_text(exercise, *exercise.measured));
    }
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::exercise
