// The pages of a course kit: what students open first, and one page for each exercise. Static files without scripts.
#pragma once

#include "core/exercise/exercise.h"
#include "core/lesson/lesson.h"

#include <memory>
#include <string>
#include <vector>

namespace warpstage::course {

struct CourseLesson {
    std::shared_ptr<const lesson::Lesson> lesson;
    bool in_browser = false; // web/ has it
    bool has_handout = false; // handouts/ID.pdf
};

struct Course {
    std::string title;
    std::string deadline; // the lecturer's text; empty: none
    std::string class_server; // its address; empty: none
    std::vector<CourseLesson> lessons;
    std::vector<exercise::Exercise> exercises;
};

[[nodiscard]] std::string course_style(); // style.css
[[nodiscard]] std::string course_page(const Course& course); // index.html
[[nodiscard]] std::string exercise_page(const Course& course, const exercise::Exercise& exercise); // exercises/ID/index.html
// README.md of the lecturer's copy: how to grade.
[[nodiscard]] std::string lecturer_text(const Course& course);

} // namespace warpstage::course
