// Decides when the time of a step is taken on a GPU that also draws the frames. A kernel that runs while OpenGL has work on the
// same GPU takes up to three times as long, so a time only counts where OpenGL had none: in moments between two steps, as often
// as frames can spare them. A pure function of what it is told: it calls neither engine nor OpenGL.
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

    // What is in the way of a step's time.
    enum class Device : std::uint8_t {
        alone, // nothing: the virtual machine
        shared, // frames are drawn by the GPU that computes
    };
    // What the next step is.
    enum class Next : std::uint8_t {
        run, // beside the frames
        sample, // the same, but first a sample is taken (core/engine/sample.h)
        hold, // no frame is drawn until it has ended
    };

    // Another plan has been adopted: other kernels, settings or another device may be behind it.
    void restart(const problem::Plan& plan, Device device);

    [[nodiscard]] Next next(Time now) const;

    // What has become of it. `length`: for how long the frames have waited.
    void warmed_up(Time now, Duration length);
    void unsuited() { m_sampling = false; }
    void counted(Time now, Duration length);
    // A step that ran beside the frames has ended; how it counts, if it does.
    [[nodiscard]] std::optional<Sampling> ran(Duration step);

private:
    void wait_after(Time now, Duration length);

    static constexpr std::chrono::milliseconds kShareOfFrame { 5 }; // of the 16.7 that one lasts
    static constexpr std::chrono::milliseconds kRefresh { 100 }; // between two samples when there are enough
    static constexpr std::chrono::milliseconds kLongestToSample { 10 }; // of a step that ran beside the frames
    static constexpr std::chrono::seconds kLongestToHold { 5 }; // likewise; alone it may be a third of that
    static constexpr std::size_t kEnough = 21; // as many as `bench` takes
    static constexpr std::size_t kEnoughLost = 5; // of samples for which frames are lost; one of those of more than a second

    Device m_device = Device::alone;
    bool m_sampling = false; // the engine has not refused so far
    bool m_warm = false; // the first step has ended
    std::optional<Duration> m_step; // the shortest of the others beside the frames
    std::size_t m_counted = 0;
    Time m_due;
};

} // namespace warpstage::session
