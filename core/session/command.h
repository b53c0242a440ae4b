// Everything that a window, a key or a script can ask of the session. The only way in.
#pragma once

#include "core/engine/engine.h"
#include "core/lesson/lesson.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>

namespace warpstage::session {

enum class Severity : std::uint8_t { information, attention, fault };

enum class Direction : std::uint8_t { next, previous };

struct SelectLesson {
    std::string id;
};
struct StepLesson {
    Direction direction = Direction::next;
};
struct SelectVariant {
    std::size_t index = 0;
}; // key 1 is index 0; an index past the last one is ignored
struct SelectEngine {
    engine::EngineKind kind = engine::EngineKind::vm;
};
struct ToggleEngine { };
struct SetParameter {
    std::string id;
    std::string value;
};
struct StepParameter {
    std::string id;
    Direction direction = Direction::next;
}; // to the next suggested value
struct TogglePause { };
struct Restart { };
struct SelectWarp {
    std::uint32_t warp = 0;
};
struct SelectAccess {
    std::uint32_t pc = 0;
}; // shared access whose banks are shown
struct StepAccess {
    Direction direction = Direction::next;
}; // to the next recorded occurrence of it
struct SelectLine {
    std::uint32_t line = 0;
};

struct Replay;
// Shows what was recorded earlier until something is computed anew.
struct ShowReplay {
    std::shared_ptr<const Replay> replay;
};

// Kernels that have been tried: the lesson runs on with them, from where its bodies are, and keeps them when it is left.
struct ReplaceKernels {
    std::shared_ptr<const lesson::Lesson> lesson;
};
// A notice from outside, as from whoever tries kernels.
struct Tell {
    Severity severity = Severity::information;
    std::string text;
};

using Command = std::variant<SelectLesson, StepLesson, SelectVariant, SelectEngine, ToggleEngine, SetParameter, StepParameter,
    TogglePause, Restart, SelectWarp, SelectAccess, StepAccess, SelectLine, ReplaceKernels, Tell, ShowReplay>;

} // namespace warpstage::session
