#include "tests/core/timing/models.h"

#include <gtest/gtest.h>

namespace warpstage::timing {

namespace {

std::unique_ptr<const Models::Model> made(const Launch& launch)
{
    kernel_run::SourceRequest source;
    source.file = std::string { WARPSTAGE_LADDERS } + '/' + launch.file + ".ptx";
    source.kernel = launch.kernel;
    auto loaded = kernel_run::load_source(source);
    if (!loaded.source) {
        ADD_FAILURE() << launch.kernel << ": " << loaded.source.error().message;
        return nullptr;
    }
    kernel_run::LaunchRequest order;
    order.grid = launch.grid;
    order.block = launch.block;
    order.arguments = launch.arguments;
    auto job = kernel_run::make_job(*std::move(loaded.source), order);
    if (!job) {
        ADD_FAILURE() << launch.kernel << ": " << job.error().message;
        return nullptr;
    }
    const arch::Gpu& gpu = *arch::find_gpu("H200");
    EstimateRequest request { std::make_shared<const engine::VmPrograms>(job->source.lesson), job->plan,
        &arch::traits_of(gpu.capability), &gpu };
    auto estimate = estimate_step(request);
    if (!estimate) {
        ADD_FAILURE() << launch.kernel << ": " << estimate.error().message;
        return nullptr;
    }
    return std::make_unique<const Models::Model>(Models::Model { *std::move(job), std::move(request), *std::move(estimate) });
}

} // namespace

const Models::Model* Models::of(const Launch& launch)
{
    auto& known = m_known[std::string { launch.kernel } + launch.grid + launch.block];
    if (known == nullptr)
        known = made(launch);
    return known.get();
}

} // namespace warpstage::timing
