#include "tests/core/gpu/steps_lesson.h"

#include "core/ptx/parser.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <utility>

namespace warpstage::engine::test {

std::string steps_ptx()
{
    std::ifstream file { WARPSTAGE_FIXTURES "/gpu/steps.ptx" };
    return { std::istreambuf_iterator<char> { file }, {} };
}

std::shared_ptr<const lesson::Lesson> steps_lesson(const std::string& ptx_text)
{
    auto module = ptx::parse(steps_ptx(), "steps.ptx");
    VERIFY(module.ok());
    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->id = "steps";
    lesson->ptx_text = ptx_text;
    lesson->module = std::make_shared<const ptx::Module>(std::move(*module));
    return lesson;
}

std::vector<float> floats_of(const Result<std::vector<std::byte>>& content)
{
    std::vector<float> values(content ? content->size() / sizeof(float) : 0);
    if (!values.empty())
        std::memcpy(values.data(), content->data(), values.size() * sizeof(float));
    return values;
}

std::vector<float> ramp(std::size_t count)
{
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.0F);
    return values;
}

problem::Buffer buffer_of(std::string name, const std::vector<float>& initial)
{
    return { std::move(name), initial.size() * sizeof(float), bytes_of(initial), true };
}

problem::KernelLaunch scale(problem::BufferIndex buffer, float factor, std::size_t count)
{
    const auto n = static_cast<std::int32_t>(count);
    const auto blocks = static_cast<std::uint32_t>((count + 255) / 256);
    return { "scale", { blocks }, { 256 }, 0, { problem::BufferArgument { buffer }, factor, n } };
}

problem::KernelLaunch add_index(problem::BufferIndex buffer, std::size_t count)
{
    const auto n = static_cast<std::int32_t>(count);
    const auto blocks = static_cast<std::uint32_t>((count + 255) / 256);
    return { "add_index", { blocks }, { 256 }, 0, { problem::BufferArgument { buffer }, n } };
}

problem::HostWork on_floats(problem::BufferIndex buffer, std::function<void(std::span<float>)> run)
{
    return { "host work", { buffer }, { buffer },
        [buffer, run = std::move(run)](std::span<const std::span<std::byte>> buffers, const std::stop_token&) {
            const auto bytes = buffers[buffer];
            run({ reinterpret_cast<float*>(bytes.data()), bytes.size() / sizeof(float) });
        } };
}

std::shared_ptr<const problem::Plan> plan_of(std::vector<problem::Buffer> buffers, std::vector<problem::Work> step)
{
    auto plan = std::make_shared<problem::Plan>();
    plan->buffers = std::move(buffers);
    plan->step = std::move(step);
    return plan;
}

} // namespace warpstage::engine::test
