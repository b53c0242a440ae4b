// `warpstage course`: writes what students of a course get, and the lecturer's copy of the exercises.
#include "app/cli/command.h"
#include "app/cli/course/exercise_choice.h"
#include "app/cli/progress.h"
#include "app/cli/report/report_file.h"
#include "app/course/course_kit.h"
#include "app/course/course_pages.h"
#include "app/course/web_site.h"

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
    std::string class_server; // empty: none
    bool handouts = true;
};

// Why there are no handouts; empty if they were written.
std::string write_handouts(const Common& common, const CourseOptions& options, course::Course& course)
{
    if (!common.no_desktop.empty())
        return "The handouts were not written. " + common.no_desktop;
    or_refuse(course::create_course_folder(options.folder / "handouts"));
    Progress progress { course.lessons.size() };
    for (auto& chosen : course.lessons) {
        progress.begin("handout " + chosen.lesson->id);
        write_handout(common, chosen.lesson->id, options.folder / "handouts" / (chosen.lesson->id + ".pdf"));
        chosen.has_handout = true;
    }
    return {};
}

std::string counted(std::size_t count, const char* word)
{
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

int write_course(const Common& common, const CourseOptions& options)
{
    const auto assets = or_refuse(find_assets(common));
    const bool in_browser = course::has_web_edition(assets.root);
    course::Course course { options.title, options.deadline, options.class_server, {},
        chosen_exercises(common, options.exercises) };
    std::vector<std::string> ids;
    for (const auto& lesson : chosen_lessons(assets, options.lessons)) {
        course.lessons.push_back({ lesson, in_browser, false });
        ids.push_back(lesson->id);
    }
    or_refuse(course::prepare_kit(options.folder, options.lecturer));
    std::vector<std::string> remarks;
    if (in_browser)
        or_refuse(course::write_web_site(assets.root, *assets.catalog, { .folder = options.folder / "web", .lessons = ids }));
    else
        remarks.push_back(fmt::format(
            "The lessons have no links, because the web edition is not installed in `{}`.", (assets.root / "web").string()));
    if (options.handouts)
        remarks.push_back(write_handouts(common, options, course));
    or_refuse(course::write_kit(options.folder, options.lecturer, course));
    fmt::print("{}: {}, {}\n", (options.folder / "index.html").string(), counted(course.lessons.size(), "lesson"),
        counted(course.exercises.size(), "exercise"));
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
    app.add_option("--class-server", options.class_server,
        "Address of the class server, for example https://example.edu/class/, to which the page links");
    app.add_flag("!--no-handouts", options.handouts, "Write no handouts, which take several seconds per lesson");
}

} // namespace warpstage::cli
