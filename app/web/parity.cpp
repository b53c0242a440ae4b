#include "app/web/parity.h"

#include "core/analysis/recording/traced_kernel.h"
#include "core/arch/architecture.h"
#include "core/bench/check_variant.h"
#include "core/engine/variant_run.h"
#include "core/engine/vm_engine.h"
#include "core/lesson/catalog.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace warpstage::web {

namespace {

using nlohmann::json;

// FNV-1a.
std::uint64_t hash_of(std::span<const std::byte> bytes, std::uint64_t hash = 0xcbf2'9ce4'8422'2325)
{
    for (const std::byte byte : bytes)
        hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100'0000'01b3;
    return hash;
}

// The results of the check that has just run.
Result<std::string> checksum(engine::Engine& engine, const problem::Plan& plan)
{
    std::uint64_t hash = hash_of({});
    for (problem::BufferIndex i = 0; i < plan.buffers.size(); ++i) {
        std::vector<std::byte> content(plan.buffers[i].bytes);
        if (auto read = engine.read(i, content); !read)
            return read.error();
        hash = hash_of(content, hash);
    }
    return fmt::format("{:016x}", hash);
}

void add_check(json& line, const std::shared_ptr<const lesson::Lesson>& lesson, const problem::Variant& variant)
{
    const auto settings = lesson->initial_settings(EngineKind::vm);
    const auto vm = engine::vm_settings_of(variant, {});
    const auto engine = engine::make_vm_engine(vm);
    if (auto loaded = engine->load(lesson); !loaded) {
        line["error"] = loaded.error().message;
        return;
    }
    const auto fault = engine::must_show_fault(variant, vm) ? bench::Fault::required : bench::Fault::optional;
    const auto outcome = bench::check_variant(*engine, *lesson, variant, settings, fault);
    const auto plan = lesson->problem->check_plan(variant, settings);
    if (!outcome || !plan) {
        line["error"] = !outcome ? outcome.error().message : plan.error().message;
        return;
    }
    line["passed"] = outcome->passed;
    line["sentence"] = outcome->sentence;
    const auto sum = checksum(*engine, *plan);
    line["checksum"] = sum ? *sum : sum.error().message;
}

void add_trace(json& line, const std::shared_ptr<const lesson::Lesson>& lesson, const problem::Variant& variant)
{
    auto planned = lesson->problem->plan(variant, lesson->initial_settings(EngineKind::vm));
    if (!planned) {
        line["trace"] = planned.error().message;
        return;
    }
    const auto& traits = *arch::parse_architecture("9.0")->traits;
    const auto plan = std::make_shared<const problem::Plan>(*std::move(planned));
    auto request = analysis::recording_request(lesson, variant.id, plan, traits);
    request.checks = engine::vm_settings_of(variant, {}).checks;
    analysis::TracedVariant traced { lesson, variant.id, {}, {} };
    std::set<std::string> seen;
    for (std::size_t i = 0; i < plan->step.size(); ++i) {
        const auto* launch = std::get_if<problem::KernelLaunch>(&plan->step[i]);
        if (launch == nullptr || !seen.insert(launch->kernel).second)
            continue;
        request.work = i;
        auto recording = analysis::record(request);
        if (!recording) {
            line["trace"] = recording.error().message;
            return;
        }
        traced.kernels.push_back({ *std::move(recording), launch->grid, launch->block, &traits });
    }
    if (traced.kernels.empty())
        return;
    if (auto totals = analysis::count_step({ .programs = request.programs, .plan = plan, .traits = &traits }))
        traced.step = *std::move(totals);
    line["trace"] = analysis::to_json(traced);
}

} // namespace

bool print_parity(const std::filesystem::path& lessons, const std::set<std::string>& chosen)
{
    const std::vector<std::filesystem::path> roots { lessons };
    const auto catalog = lesson::Catalog::load(roots);
    for (const auto& broken : catalog.broken())
        fmt::print(stderr, "{}: {}\n", broken.folder.string(), broken.reason);
    for (const auto& lesson : catalog.lessons()) {
        if (!chosen.empty() && !chosen.contains(lesson->id))
            continue;
        for (const auto& variant : lesson->variants) {
            json line { { "lesson", lesson->id }, { "variant", variant.id } };
            add_check(line, lesson, variant);
            add_trace(line, lesson, variant);
            fmt::print("{}\n", line.dump());
            static_cast<void>(std::fflush(stdout));
        }
    }
    return !catalog.lessons().empty() && catalog.broken().empty();
}

} // namespace warpstage::web
