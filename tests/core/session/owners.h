// The parts of a session without the session, for tests of one of them.
#pragma once

#include "core/session/recording/recordings.h"
#include "core/session/run/stepper.h"
#include "core/session/scene/scene_data.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace warpstage::session {

struct Owners {
    // `n`: empty for the lesson's default.
    explicit Owners(std::string_view lesson, std::size_t variant = 0, const std::string& n = {})
    {
        program.select_lesson(*program.lessons().index_of(lesson), variant);
        EXPECT_TRUE(n.empty() || program.set_parameter("n", n));
    }

    Notices notices;
    Program program { lesson::shipped_lessons(), nullptr, notices, Urgency::usual };
    Engines engines = *Engines::open(engine::EngineKind::vm, 0, {}, Urgency::usual);
    Stepper stepper { program, engines, notices, {}, 1.0 };
    SceneData scene { program, stepper, notices, Urgency::usual };
    Recordings recordings { program, stepper, notices, Urgency::usual };
};

} // namespace warpstage::session
