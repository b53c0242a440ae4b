// `warpstage list`: lists lessons, variants and parameters.
#include "app/cli/command.h"
#include "app/cli/paragraph.h"
#include "app/cli/standard_streams.h"

#include <fmt/ranges.h>

namespace warpstage::cli {

namespace {

struct ListOptions {
    std::vector<std::string> lessons; // empty: all
};

// Prints names with their descriptions in an aligned column.
class NameList {
public:
    explicit NameList(std::size_t columns)
        : m_columns(columns)
    {
    }

    void add(std::string name, std::string meaning) { m_entries.emplace_back(std::move(name), std::move(meaning)); }
    void print() const
    {
        constexpr std::size_t kMargin = 4;
        constexpr std::size_t kGap = 2;
        constexpr std::size_t kMax = 24; // a longer name is on its own line
        std::size_t longest = 0;
        for (const auto& [name, meaning] : m_entries)
            longest = std::max(longest, std::min(text::columns_of(name), kMax));
        for (const auto& [name, meaning] : m_entries)
            fmt::print("{}", hanging(std::string(kMargin, ' ') + name, meaning, kMargin + longest + kGap, m_columns));
    }

private:
    std::size_t m_columns;
    std::vector<std::pair<std::string, std::string>> m_entries;
};

std::string meaning_of(const problem::Parameter& parameter, const problem::Settings& settings)
{
    auto meaning = fmt::format(
        "{} = {}{}", parameter.label, settings.text(parameter.id), parameter.unit.empty() ? "" : " " + parameter.unit);
    if (!parameter.choices.empty())
        meaning += fmt::format("; choices: {}", fmt::join(parameter.choices, ", "));
    return meaning;
}

void print_lesson(const lesson::Lesson& lesson, std::size_t columns)
{
    fmt::print("{} · {} (--lesson {})\n", lesson.number, lesson.title, lesson.id);
    fmt::print("{}\n  variants (--variant ID)\n", hanging("", lesson.summary, 2, columns));
    NameList variants { columns };
    for (const auto& variant : lesson.variants)
        variants.add(variant.id, variant.summary);
    variants.print();
    fmt::print("\n  parameters (--set NAME=VALUE)\n");
    NameList parameters { columns };
    const auto settings = lesson.initial_settings();
    for (const auto& parameter : lesson.problem->parameters())
        parameters.add(parameter.id, meaning_of(parameter, settings));
    parameters.print();
    fmt::print("\n");
}

void print_groups(const Lessons& lessons, std::size_t columns)
{
    for (const lesson::LessonGroupRow& row : lesson::kLessonGroups) {
        bool first = true;
        for (const auto& lesson : lessons) {
            if (lesson->group != row.group)
                continue;
            if (std::exchange(first, false))
                fmt::print("Group: {}\n\n", row.title);
            print_lesson(*lesson, columns);
        }
    }
}

int list(const Common& common, const ListOptions& options)
{
    const auto assets = or_refuse(find_assets(common));
    const auto columns = output_columns();
    const auto lessons = chosen_lessons(assets, options.lessons);
    if (options.lessons.empty())
        print_groups(lessons, columns);
    else
        for (const auto& lesson : lessons)
            print_lesson(*lesson, columns);
    for (const auto& broken : assets.catalog->broken())
        fmt::print("broken: {}\n{}\n", printable(broken.folder.string()), hanging("", printable(broken.reason), 2, columns));
    for (const auto& sentence : assets.catalog->replaced())
        fmt::print("{}\n", printable(sentence));
    return kSuccess;
}

} // namespace

void add_list(CommandLine& line)
{
    auto& app = line.add("list", "List lessons with their variants and parameters; report why a lesson cannot be loaded");
    auto& options = line.options_of(app, list);
    app.add_option("LESSON", options.lessons, "Lessons to list (default: all)");
}

} // namespace warpstage::cli
