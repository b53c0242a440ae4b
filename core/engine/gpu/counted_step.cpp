#include "core/engine/gpu/counted_step.h"

#include "core/engine/gpu/gpu_engine.h"
#include "core/gpu/context.h"

#include <utility>
#include <variant>

namespace warpstage::engine {

Result<CountedStep> count_step(std::shared_ptr<const gpu::Driver> driver, const std::shared_ptr<const lesson::Lesson>& lesson,
    const std::shared_ptr<const problem::Plan>& plan, const std::vector<std::string>& counters,
    const std::vector<std::filesystem::path>& cupti_libraries, int device)
{
    // The primary context, shared with the engine: created first, destroyed last.
    auto context = gpu::Context::create(driver, device);
    if (!context)
        return context.error();
    auto engine = make_gpu_engine(std::move(driver), device);
    if (!engine)
        return engine.error();
    if (auto loaded = (*engine)->load(lesson); !loaded)
        return loaded.error();
    if (auto adopted = (*engine)->adopt(plan, Contents::initial); !adopted)
        return adopted.error();

    CountedStep step;
    step.machine = (*engine)->description();
    for (std::size_t i = 0; i < plan->step.size(); ++i) {
        if (const auto* launch = std::get_if<problem::KernelLaunch>(&plan->step[i]))
            step.launches.push_back({ i, launch->kernel, {} });
    }
    auto session = gpu::CounterSession::open(*context, counters, cupti_libraries);
    if (!session)
        return session.error();
    step.library = session->library();
    step.passes = session->passes();
    step.unknown = session->unknown();
    const auto run = [&]() -> Result<void> {
        if (auto started = (*engine)->start(); !started)
            return started;
        if (auto outcome = (*engine)->wait(); !outcome)
            return outcome.error();
        return {};
    };
    auto values = session->measure(step.launches.size(), run);
    if (!values)
        return values.error();
    for (std::size_t i = 0; i < step.launches.size(); ++i)
        step.launches[i].values = std::move((*values)[i]);
    return step;
}

Result<CountedStep> count_step(const std::shared_ptr<const lesson::Lesson>& lesson,
    const std::shared_ptr<const problem::Plan>& plan, const std::vector<std::string>& counters, int device)
{
    auto driver = gpu::Driver::load();
    if (!driver)
        return driver.error();
    return count_step(std::move(*driver), lesson, plan, counters, gpu::cupti_libraries(), device);
}

} // namespace warpstage::engine
