#include "app/course/course_kit.h"

#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <system_error>

namespace warpstage::course {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxFile = std::uint64_t { 64 } << 20U; // bytes

// Only what the check of a solution and the stage read: a solution must not reach the students.
bool is_for_students(const std::string& name)
{
    const auto ends = [&](std::string_view begin, std::string_view end) {
        return name.size() >= begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
    };
    return name == exercise::kExerciseFile || name == exercise::kStartFile || ends("lesson.", "toml") || ends("notes.", "md")
        || ends("kernels.", "ptx");
}

bool is_for_lecturers(const std::string&)
{
    return true;
}

Result<void> copy_files(const fs::path& from, const fs::path& to, bool (*chosen)(const std::string&))
{
    auto done = create_course_folder(to);
    std::error_code failed;
    for (fs::directory_iterator entry(from, failed), end; done && !failed && entry != end; entry.increment(failed)) {
        const auto name = entry->path().filename().string();
        std::error_code ignored;
        if (!chosen(name) || !entry->is_regular_file(ignored))
            continue;
        const auto text = read_whole_file(entry->path(), kMaxFile);
        if (!text)
            return Error { fmt::format("`{}` cannot be read: {}.", entry->path().string(), text.error().message) };
        done = write_course_file(to / name, *text);
    }
    if (failed)
        return Error { fmt::format("The folder `{}` cannot be read: {}.", from.string(), failed.message()) };
    return done;
}

} // namespace

Result<void> write_course_file(const fs::path& file, std::string_view text)
{
    if (auto written = write_whole_file(file, text); !written)
        return Error { fmt::format("Cannot write `{}`: {}.", file.string(), written.error().message) };
    return {};
}

Result<void> create_course_folder(const fs::path& folder)
{
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        return Error { fmt::format("Cannot create the folder `{}`: {}.", folder.string(), failed.message()) };
    return {};
}

Result<void> prepare_kit(const fs::path& folder, const fs::path& lecturer)
{
    auto done = create_course_folder(folder);
    if (!done || lecturer.empty())
        return done;
    done = create_course_folder(lecturer);
    if (done && (is_below(lecturer, folder) || is_below(folder, lecturer)))
        return Error { "The lecturer's copy contains the solutions: `--lecturer` and `--output` must be separate folders." };
    return done;
}

Result<void> write_kit(const fs::path& folder, const fs::path& lecturer, const Course& course)
{
    auto done = write_course_file(folder / "style.css", course_style());
    if (done)
        done = write_course_file(folder / "index.html", course_page(course));
    for (const auto& exercise : course.exercises) {
        const auto place = folder / "exercises" / exercise.id;
        if (done)
            done = copy_files(exercise.folder, place, is_for_students);
        if (done)
            done = write_course_file(place / "index.html", exercise_page(course, exercise));
        if (done && !lecturer.empty())
            done = copy_files(exercise.folder, lecturer / "exercises" / exercise.id, is_for_lecturers);
    }
    if (done && !lecturer.empty())
        done = write_course_file(lecturer / "README.md", lecturer_text(course));
    return done;
}

} // namespace warpstage::course
