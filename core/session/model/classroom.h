// How far a class is with its exercises, as its server reports it; without names.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpstage::session {

struct ClassRequirement {
    std::string label; // "No bank conflicts"
    std::size_t met = 0; // students who meet it

    bool operator==(const ClassRequirement&) const = default;
};

struct ClassExercise {
    std::string title;
    std::size_t started = 0; // students
    std::size_t submitted = 0;
    std::size_t complete = 0; // with all points
    std::vector<ClassRequirement> requirements;
    std::string fault; // label that most students do not meet first; empty: none

    bool operator==(const ClassExercise&) const = default;
};

struct ClassSection {
    bool known = false; // what is shown is published to a class server, which has answered
    std::size_t students = 0;
    std::vector<ClassExercise> exercises; // that at least one student has started

    bool operator==(const ClassSection&) const = default;
};

} // namespace warpstage::session
