#include "core/problem/plan_of_run.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::problem {

namespace {

// Storage for `count` positions per body, of which the first ones are set.
void make_trajectory(Buffer& buffer, std::uint32_t positions)
{
    auto initial = buffer.initial.copy();
    buffer.bytes *= positions;
    initial.resize(buffer.bytes);
    buffer.initial = std::move(initial);
}

// A host buffer with the content of a device buffer, and the transfer between them.
Transfer copy_in(Plan& plan, BufferIndex device)
{
    const auto& buffer = plan.buffers[device];
    Buffer host { .name = "host " + buffer.name, .bytes = buffer.bytes, .initial = buffer.initial };
    host.place = Place::pageable_host;
    plan.buffers.push_back(std::move(host));
    return { .label = "copy in", .from = plan.buffers.size() - 1, .to = device, .offset = 0, .bytes = plan.buffers.back().bytes };
}

Transfer back(const Transfer& in)
{
    return { .label = "copy out", .from = in.to, .to = in.from, .offset = 0, .bytes = in.bytes };
}

} // namespace

Result<Plan> plan_of_run(Plan plan, const Run& run)
{
    const auto* bodies = std::get_if<ParticleScene>(&plan.scene);
    if (bodies == nullptr)
        return Error { "`--steps` and `--copies` require a simulation of bodies. Use them with the lesson `nbody`." };
    const auto once = std::exchange(plan.step, {});
    std::vector<BufferIndex> places { bodies->x, bodies->y };
    std::vector<BufferIndex> velocities { bodies->vx, bodies->vy };
    if (bodies->z && bodies->vz) {
        places.push_back(*bodies->z);
        velocities.push_back(*bodies->vz);
    }
    std::vector<Transfer> in;
    const bool on_host = plan.recorded_work >= once.size();
    if (run.copies == Copies::both && !on_host) {
        for (const BufferIndex place : places)
            make_trajectory(plan.buffers[place], run.steps + 1);
        for (const auto* buffers : { &places, &velocities })
            for (const BufferIndex buffer : *buffers)
                in.push_back(copy_in(plan, buffer));
    }
    plan.step.insert(plan.step.end(), in.begin(), in.end());
    for (std::uint32_t step = 0; step < run.steps; ++step)
        plan.step.insert(plan.step.end(), once.begin(), once.end());
    for (std::size_t i = 0; i < std::min(in.size(), places.size()); ++i)
        plan.step.emplace_back(back(in[i]));
    plan.recorded_work = on_host ? plan.step.size() : plan.recorded_work + in.size();
    plan.work_per_step *= run.steps;
    return plan;
}

} // namespace warpstage::problem
