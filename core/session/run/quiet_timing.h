// Decides when to measure the time of a step on a GPU that also draws the frames. A kernel that runs while OpenGL has work on the
// same GPU takes up to three times as long, so only times without OpenGL work count: between two steps, as often as the frame
// rate allows. A pure function of its inputs: it calls neither engine nor OpenGL.
#pragma once

#include "core/engine/timing_summary.h"
#include "core/problem/plan.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace warpstage::session {

using engine::Sampling;

class QuietTiming {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::nanoseconds;

    // Whether the device also draws frames.
    enum class Device : std::uint8_t {
        alone, // the virtual machine
        shared, // a GPU that runs kernels and draws frames
    };
    // How to run the next step.
    enum class Next : std::uint8_t {
        run, // concurrently with the frames
        sample, // the same, after taking a sample (core/engine/sample.h)
        hold, // without drawing frames until it has ended
    };

    // Another plan has been adopted; kernels, settings or device may differ.
    void restart(const problem::Plan& plan, Device device);

    [[nodiscard]] Next next(Time now) const;

    // The result of next(). `length`: how long the frames have waited.
    void warmed_up(Time now, Duration length);
    void unsuited() { m_sampling = false; }
    void counted(Time now, Duration length);
    // A step that ran concurrently with the frames has ended. Returns how its time counts, if it counts.
    [[nodiscard]] std::optional<Sampling> ran(Duration step);

private:
    void wait_after(Time now, Duration length);

    static constexpr std::chrono::milliseconds kShareOfFrame { 5 }; // of 16.7 ms per frame
    static constexpr std::chrono::milliseconds kRefresh { 100 }; // between two samples after the first kEnough
    static constexpr std::chrono::milliseconds kMaxTimeToSample { 10 }; // of a step that ran concurrently with the frames
    static constexpr std::chrono::seconds kMaxTimeToHold { 5 }; // of such a step; without OpenGL work it may take a third of that
    static constexpr std::size_t kEnough = 21; // as many as `bench` takes
    static constexpr std::size_t kEnoughLost = 5; // of samples that drop frames; one if a sample takes more than a second

    Device m_device = Device::alone;
    bool m_sampling = false; // the engine supports sampling of this plan
    bool m_warm = false; // the first step has ended
    std::optional<Duration> m_step; // the shortest later step that ran concurrently with the frames
    std::size_t m_counted = 0;
    Time m_due;
};

} // namespace warpstage::session
