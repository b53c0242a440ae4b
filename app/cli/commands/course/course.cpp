// `warpstage course`: writes what students of a course get, and the lecturer's copy of the exercises.
#include "app/cli/command.h"
#include "app/cli/course/exercise_choice.h"
#include "app/cli/progress.h"
#include "app/cli/report/report_file.h"
#include "app/course/course_pages.h"
#include "app/course/web_site.h"
#include "core/base/whole_file.h"

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

struct CourseOptions {
    fs::path folder; // for students
    fs::path lecturer; // empty: none
    std::vector<std::string> lessons; // empty: all
    std::vector<std::string> exercises; // empty: all shipped ones
    std::string title = "CUDA exercises";
    std::string deadline;
    bool handouts = true;
};

constexpr std::uint64_t kMaxFile = std::uint64_t { 64 } << 20U; // bytes

void create(const fs::path& folder)
{
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        refuse(fmt::format("Cannot create the folder `{}`: {}.", folder.string(), failed.message()));
}

// Only what the check of a solution and the stage read: a solution must not reach the students.
bool is_for_students(const std::string& name)
{
    const auto ends = [&](std::string_view begin, std::string_view end) {
        return name.size() >= begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
    };
    return name == exercise::kExerciseFile || name == exercise::kStartFile || ends("lesson.", "toml") || ends("notes.", "md")
        || ends("kernels.", "ptx");
}

template <typename Chosen> void copy_files(const fs::path& from, const fs::path& to, const Chosen& chosen)
{
    create(to);
    std::error_code failed;
    for (fs::directory_iterator entry(from, failed), end; !failed && entry != end; entry.increment(failed)) {
        const auto name = entry->path().filename().string();
        std::error_code ignored;
        if (!chosen(name) || !entry->is_regular_file(ignored))
            continue;
        const auto text = read_whole_file(entry->path(), kMaxFile);
        if (!text)
            refuse(fmt::format("`{}` cannot be read: {}.", entry->path().string(), text.error().message));
        write_file(to / name, *text);
    }
    if (failed)
        refuse(fmt::format("The folder `{}` cannot be read: {}.", from.string(), failed.message()));
}

void write_exercises(const CourseOptions& options, const course::Course& course)
{
    for (const auto& exercise : course.exercises) {
        const auto folder = options.folder / "exercises" / exercise.id;
        copy_files(exercise.folder, folder, is_for_students);
        write_file(folder / "index.html", course::exercise_page(course, exercise));
    }
    if (options.lecturer.empty())
        return;
    for (const auto& exercise : course.exercises)
        copy_files(exercise.folder, options.lecturer / "exercises" / exercise.id, [](const std::string&) { return true; });
    write_file(options.lecturer / "README.md", course::lecturer_text(course));
}

// Why there are no handouts; empty if they were written.
std::string write_handouts(const Common& common, const CourseOptions& options, course::Course& course)
{
    if (!common.no_desktop.empty())
        return "The handouts were not written. " + common.no_desktop;
    create(options.folder / "handouts");
    Progress progress { course.lessons.size() };
    for (auto& chosen : course.lessons) {
        progress.begin("handout " + chosen.lesson->id);
        write_handout(common, chosen.lesson->id, options.folder / "handouts" / (chosen.lesson->id + ".pdf"));
        chosen.has_handout = true;
    }
    return {};
}

void refuse_overlap(const CourseOptions& options)
{
    if (options.lecturer.empty())
        return;
    create(options.folder);
    create(options.lecturer);
    if (is_below(options.lecturer, options.folder) || is_below(options.folder, options.lecturer))
        refuse("The lecturer's copy contains the solutions: `--lecturer` and `--output` must be separate folders.");
}

int write_course(const Common& common, const CourseOptions& options)
{
    const auto assets = or_refuse(find_assets(common));
    const bool in_browser = course::has_web_edition(assets.root);
    course::Course course { options.title, options.deadline, {}, chosen_exercises(common, options.exercises) };
    std::vector<std::string> ids;
    for (const auto& lesson : chosen_lessons(assets, options.lessons)) {
        course.lessons.push_back({ lesson, in_browser, false });
        ids.push_back(lesson->id);
    }
    refuse_overlap(options);
    create(options.folder);
    std::vector<std::string> remarks;
    if (in_browser)
        or_refuse(course::write_web_site(assets.root, *assets.catalog, { .folder = options.folder / "web", .lessons = ids }));
    else
        remarks.push_back(fmt::format(
            "The lessons have no links, because the web edition is not installed in `{}`.", (assets.root / "web").string()));
    if (options.handouts)
        remarks.push_back(write_handouts(common, options, course));
    write_exercises(options, course);
    write_file(options.folder / "style.css", course::course_style());
    write_file(options.folder / "index.html", course::course_page(course));
    fmt::print("{}: {} lessons, {} exercises\n", (options.folder / "index.html").string(), course.lessons.size(),
        course.exercises.size());
    if (!options.lecturer.empty())
        fmt::print("{}: solutions and how to grade\n", (options.lecturer / "README.md").string());
    for (const auto& remark : remarks) {
        if (!remark.empty())
            fmt::print("{}\n", remark);
    }
    return kSuccess;
}

} // namespace

void add_course(CommandLine& line)
{
    auto& app = line.add("course",
        "Write the folder that students of a course get: a page, lessons in the browser, handouts, exercises without solutions");
    auto& options = line.options_of(
        app, write_course, [](const CourseOptions&) {},
        [](const CourseOptions& given) { return given.handouts ? Desktop::useful : Desktop::unused; });
    app.add_option("-o,--output", options.folder, "Folder to write, for a web server; files that exist there are replaced")
        ->required();
    app.add_option("--lecturer", options.lecturer,
        "Folder for the lecturer's copy of the exercises, with solutions and hidden sizes; outside the folder of `--output`");
    app.add_option("--lesson", options.lessons, "Id of a lesson to include (default: all); may be repeated")
        ->allow_extra_args(false);
    app.add_option(
           "--exercise", options.exercises, "Exercise to include: its id or folder (default: all shipped ones); may be repeated")
        ->allow_extra_args(false);
    app.add_option("--title", options.title, "Title of the page")->capture_default_str();
    app.add_option("--deadline", options.deadline, "Text about the deadline, shown with the exercises");
    app.add_flag("!--no-handouts", options.handouts, "Write no handouts, which take several seconds per lesson");
}

} // namespace warpstage::cli
