// Choices and results of lessons that the user has left, restored on return. Contents of buffers are not kept: the simulation
// restarts.
#pragma once

#include "core/session/recording/recordings.h"
#include "core/session/run/timing_log.h"
#include "core/session/walkthrough/walkthrough.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace warpstage::session {

struct LeftLesson {
    std::shared_ptr<const lesson::Lesson> lesson; // with the kernels of the results
    engine::Description device; // that the times were measured on
    std::size_t variant = 0;
    problem::Settings settings;
    Program::ParameterIds explicitly_set;
    CueWalk walk;
    std::optional<std::size_t> compared;
    Recordings::Kept recordings;
    TimingLog times;

    // Settings that the user has not changed become the defaults of the other device.
    [[nodiscard]] problem::Settings settings_on(const engine::Description& other) const
    {
        const bool untouched = settings == lesson->initial_settings(device.kind);
        return untouched ? lesson->initial_settings(other.kind) : settings;
    }
};

class LeftLessons {
public:
    void put(LeftLesson leaving)
    {
        forget(leaving.lesson->id);
        m_left.push_back(std::move(leaving));
        if (m_left.size() > kWithResults) // recorded blocks are large
            m_left[m_left.size() - 1 - kWithResults].recordings = {};
    }

    // Null: the lesson was never left, or its kernels have changed.
    [[nodiscard]] const LeftLesson* find(const std::shared_ptr<const lesson::Lesson>& lesson) const
    {
        const auto known = std::ranges::find(m_left, lesson, &LeftLesson::lesson);
        return known == m_left.end() ? nullptr : &*known;
    }
    [[nodiscard]] std::optional<LeftLesson> take(const std::shared_ptr<const lesson::Lesson>& lesson)
    {
        const auto* known = find(lesson);
        if (known == nullptr)
            return std::nullopt;
        LeftLesson taken = *known;
        forget(lesson->id);
        return taken;
    }

private:
    static constexpr std::size_t kWithResults = 4;

    void forget(const std::string& id)
    {
        std::erase_if(m_left, [&](const LeftLesson& known) { return known.lesson->id == id; });
    }

    std::vector<LeftLesson> m_left; // the most recent last
};

} // namespace warpstage::session
