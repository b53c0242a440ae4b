// The text for a variant's time, and its source: measured, or estimated for a named GPU.
#pragma once

#include "app/views/drawing.h"
#include "core/session/model/shown_time.h"

namespace warpstage::views {

// The time of this variant, if it may be shown.
[[nodiscard]] session::ShownTime shown_time(const session::Snapshot& model, std::size_t variant);

// "GTX 280" of "GeForce GTX 280".
[[nodiscard]] std::string short_gpu_name(std::string_view gpu);
// "2.40 ms"; "estimating…", "no estimate" or a dash if there is no time.
[[nodiscard]] std::string time_words(const session::ShownTime& shown);
// "n = 4096 · shown: n = 256" if the estimated problem is larger than the shown one; else empty.
[[nodiscard]] std::string sizes_words(const session::Snapshot& model);
// "n = 4096 · shown: 256": only the first parameter.
[[nodiscard]] std::string short_sizes_words(const session::Snapshot& model);
// "n = 4096" of it.
[[nodiscard]] std::string timed_size_words(const session::Snapshot& model);
// "n = 256" of it.
[[nodiscard]] std::string shown_size_words(const session::Snapshot& model);
// Whether the time is of the problem that the axis of times is about: host code runs the shown problem, not the timed one.
[[nodiscard]] bool is_on_axis(const session::Snapshot& model, const session::ShownTime& shown);
// The longest first: "estimated for GTX 280 · n = 4096 · shown: n = 256", without the GPU, without the sizes, "estimated".
[[nodiscard]] std::vector<std::string> estimate_wordings(const session::Snapshot& model);
// The longest of them, "measured on NVIDIA H200", "measured on the CPU of this computer".
[[nodiscard]] std::string origin_words(const session::Snapshot& model, session::ShownTime::Kind kind);
// "+11 %", "−8 %".
[[nodiscard]] std::string error_words(double error);
// "estimated 2.40 ms (+11 %)" beside a measured time, "estimated 24 ms for GTX 280" if another GPU is chosen; then shorter texts.
// Empty if there is no estimate beside a measurement.
[[nodiscard]] std::vector<std::string> estimate_beside(const session::Snapshot& model, std::size_t variant);
// The work items of an estimated step with the limiter of each: "reduce1: DRAM bandwidth, 87 % occupancy, 3.2 waves".
[[nodiscard]] std::string work_words(const timing::WorkEstimate& work);

} // namespace warpstage::views
