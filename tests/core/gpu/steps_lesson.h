// A lesson with the kernels in tests/fixtures/gpu/steps.cu, and plans with them.
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"
#include "core/problem/plan.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpstage::engine::test {

[[nodiscard]] std::string steps_ptx();

// The lesson with that PTX text; its kernels are always declared as in steps.cu.
[[nodiscard]] std::shared_ptr<const lesson::Lesson> steps_lesson(const std::string& ptx_text = steps_ptx());

template <typename Value> std::vector<std::byte> bytes_of(const std::vector<Value>& values)
{
    const auto bytes = std::as_bytes(std::span { values });
    return { bytes.begin(), bytes.end() };
}

// Empty on an Error.
[[nodiscard]] std::vector<float> floats_of(const Result<std::vector<std::byte>>& content);

// 0, 1, 2, ...
[[nodiscard]] std::vector<float> ramp(std::size_t count);

[[nodiscard]] problem::Buffer buffer_of(std::string name, const std::vector<float>& initial);
[[nodiscard]] problem::KernelLaunch scale(problem::BufferIndex buffer, float factor, std::size_t count);
[[nodiscard]] problem::KernelLaunch add_index(problem::BufferIndex buffer, std::size_t count);
// Host work on the floats of one buffer.
[[nodiscard]] problem::HostWork on_floats(problem::BufferIndex buffer, std::function<void(std::span<float>)> run);

[[nodiscard]] std::shared_ptr<const problem::Plan> plan_of(std::vector<problem::Buffer> buffers, std::vector<problem::Work> step);

} // namespace warpstage::engine::test
