// A session of a shipped lesson on the virtual machine.
#pragma once

#include "core/session/session.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace warpstage::session {

inline SessionOptions options_for(const std::string& lesson, const std::string& variant, const std::string& n)
{
    SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = lesson;
    options.variant = variant;
    options.parameters = { { "n", n } };
    return options;
}

inline std::unique_ptr<Session> session_for(const std::string& lesson, const std::string& variant, const std::string& n)
{
    auto session = Session::create(lesson::shipped_lessons(), options_for(lesson, variant, n));
    EXPECT_TRUE(session) << session.error().message;
    return *std::move(session);
}

// Ticks `times` times, each time until all computations have ended.
inline void tick(Session& session, int times)
{
    for (int i = 0; i < times; ++i) {
        session.tick(std::chrono::steady_clock::now());
        session.settle();
    }
    session.tick(std::chrono::steady_clock::now());
}

} // namespace warpstage::session
