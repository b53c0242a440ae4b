#include "tests/app/views/snapshots.h"

#include "core/arch/global/coalescing.h"
#include "core/arch/shared/shared_banks.h"
#include "core/arch/traits.h"
#include "core/base/lane_mask.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <utility>

namespace warpstage::views::testing {

namespace {

using namespace std::chrono_literals;
using session::Snapshot;

constexpr auto kShared = ptx::StateSpace::shared;

std::shared_ptr<lesson::Lesson> read_lesson(const std::string& name, std::uint32_t number, std::string title)
{
    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->id = name;
    lesson->number = number;
    lesson->title = std::move(title);
    std::ifstream file(std::string { WARPSTAGE_FIXTURES } + "/figure/" + name + ".cu");
    for (std::string line; std::getline(file, line);)
        lesson->source_lines.push_back(line);
    return lesson;
}

void add_variant(Snapshot& snapshot, session::VariantView view, session::TimingSummary timing, double speed_up)
{
    snapshot.setup.edit().variants.push_back(std::move(view));
    snapshot.timing.edit().variants.push_back({ .timing = timing, .speed_up = speed_up });
}

// A variant on the virtual machine has an estimate instead of a time.
void estimate_all(Snapshot& snapshot)
{
    auto& estimates = snapshot.estimates.edit();
    estimates = {};
    estimates.gpu = "GeForce GTX 280";
    estimates.merit = 95.2e9;
    for (std::size_t i = 0; i < snapshot.setup->variants.size(); ++i) {
        auto& variant = snapshot.timing.edit().variants[i];
        auto& estimate = estimates.variants.emplace_back();
        variant.emulated = !snapshot.setup->variants[i].on_host_only;
        if (!variant.emulated)
            continue;
        estimate.state = session::VariantEstimate::State::pending;
        if (variant.timing.samples == 0)
            continue;
        timing::StepEstimate step;
        step.time = variant.timing.median / 40;
        step.limiter = timing::Limiter::dram;
        for (const auto& work : snapshot.timing->works)
            if (!work.on_host)
                step.works.push_back({ 0, work.label, work.timing.median / 40, timing::Limiter::dram, {}, 0.75, 3.2 });
        estimate = { session::VariantEstimate::State::ready, std::make_shared<const timing::StepEstimate>(std::move(step)), {},
            variant.speed_up };
    }
}

session::TimingSummary timing(std::chrono::nanoseconds median)
{
    return { median * 95 / 100, median, median * 125 / 100, 200 };
}

// Records warp instructions, with the sums that a report would contain.
class RecordingMaker {
public:
    RecordingMaker(std::shared_ptr<lesson::Lesson> lesson, std::string kernel, std::uint32_t warps)
    {
        m_recording.lesson = std::move(lesson);
        m_recording.kernel = kernel;
        m_recording.report.kernel = std::move(kernel);
        m_recording.report.architecture = "CC 9.0";
        m_recording.trace.warps = warps;
        m_recording.trace.block = 12;
    }

    // One instruction at `line`; returns the step so that it can be made a branch, an access or an exit.
    trace::StepRecord& step(std::uint32_t warp, std::uint32_t line, LaneMask active, LaneMask executed)
    {
        trace::StepRecord record;
        record.warp = warp;
        record.pc = line;
        record.active = active;
        record.executed = executed;
        m_recording.trace.steps.push_back(record);
        analysis::Counters& counters = m_lines[line];
        ++counters.instructions;
        counters.active_lanes += lane_count(active);
        counters.executed_lanes += lane_count(executed);
        return m_recording.trace.steps.back();
    }

    void branch(std::uint32_t warp, std::uint32_t line, LaneMask active, LaneMask taken)
    {
        trace::StepRecord& record = step(warp, line, active, taken);
        record.event = trace::Event::branch;
        record.taken = taken;
        ++m_lines[line].branches;
        if (record.divergent())
            ++m_lines[line].divergent_branches;
    }

    void shared(std::uint32_t warp, std::uint32_t line, LaneMask lanes, const std::function<std::uint64_t(unsigned)>& address_of)
    {
        trace::StepRecord& record = step(warp, line, lanes, lanes);
        record.event = trace::Event::access;
        simt::Access access;
        access.space = ptx::StateSpace::shared;
        access.bytes = 4;
        access.lanes = lanes;
        for_each_lane(lanes, [&](unsigned lane) { access.addresses[lane] = address_of(lane); });
        const arch::SharedService service = arch::serve_shared(
            arch::traits_of({ 9, 0 }), { arch::SharedOperation::load, access.bytes, access.lanes, access.addresses });
        analysis::Counters& counters = m_lines[line];
        ++counters.shared_requests;
        counters.wavefronts += service.wavefronts;
        counters.wavefronts_ideal += service.ideal;
        m_recording.trace.accesses.push_back(access);
        record.access = static_cast<std::uint32_t>(m_recording.trace.accesses.size());
    }

    void global(std::uint32_t line, std::uint64_t requests, std::uint64_t sectors)
    {
        m_lines[line].global_requests += requests;
        m_lines[line].sectors += sectors;
    }

    void exit(std::uint32_t warp, std::uint32_t line, LaneMask lanes)
    {
        step(warp, line, lanes, lanes).event = trace::Event::exit;
    }

    session::Recording finish()
    {
        for (const auto& [line, counters] : m_lines) {
            m_recording.report.lines.push_back({ line, counters, 0 });
            m_recording.report.total += counters;
        }
        m_recording.trace.steps_seen = m_recording.trace.steps.size();
        m_recording.timeline = analysis::block_timeline(m_recording.trace);
        return std::move(m_recording);
    }

private:
    session::Recording m_recording;
    std::map<std::uint32_t, analysis::Counters> m_lines;
};

session::ChosenAccess choose(
    std::uint32_t bytes, std::uint32_t line, LaneMask lanes, const std::function<std::uint64_t(unsigned)>& address_of)
{
    session::ChosenAccess chosen;
    chosen.access.space = ptx::StateSpace::shared;
    chosen.access.bytes = bytes;
    chosen.access.lanes = lanes;
    for_each_lane(lanes, [&](unsigned lane) { chosen.access.addresses[lane] = address_of(lane); });
    chosen.shared = arch::serve_shared(
        arch::traits_of({ 9, 0 }), { arch::SharedOperation::load, bytes, chosen.access.lanes, chosen.access.addresses });
    chosen.pc = line;
    chosen.line = line;
    chosen.occurrence = 2;
    chosen.occurrences = 128;
    return chosen;
}

session::Recording record_nbody(const std::shared_ptr<lesson::Lesson>& lesson)
{
    RecordingMaker maker(lesson, "accelerate_shared", 8);
    const LaneMask all = first_lanes(32);
    std::uint32_t noise = 12345;
    const auto random = [&] {
        return noise = noise * 1664525U + 1013904223U;
    };
    for (std::uint32_t warp = 0; warp < 8; ++warp) {
        for (const std::uint32_t line : { 9U, 10U })
            maker.step(warp, line, all, all);
        for (int tile = 0; tile < 2; ++tile) {
            maker.shared(warp, 13, all, [](unsigned lane) { return 4 * lane; });
            maker.shared(warp, 14, all, [](unsigned lane) { return 1024 + 4 * lane; });
            maker.step(warp, 15, all, all);
            for (std::uint32_t k = 0; k < 64; ++k) {
                maker.branch(warp, 16, all, 0);
                maker.shared(warp, 17, all, [&](unsigned) { return 4 * k; });
                maker.step(warp, 18, all, all);
                const LaneMask near = k == 31 ? (random() & random() & random()) : 0;
                maker.branch(warp, 19, all, near);
                for (const std::uint32_t line : { 20U, 21U, 22U })
                    maker.step(warp, line, all & ~near, all & ~near);
                if (k % 8 == 5)
                    maker.step(warp, 22, all, all & random());
            }
        }
        maker.global(10, 2, 8);
        maker.global(13, 2, 8);
        maker.global(14, 2, 8);
        for (const std::uint32_t line : { 27U, 28U })
            maker.step(warp, line, all, all);
        maker.exit(warp, 29, all);
    }
    return maker.finish();
}

session::Recording record_reduction(const std::shared_ptr<lesson::Lesson>& lesson)
{
    RecordingMaker maker(lesson, "reduce2", 8);
    const LaneMask all = first_lanes(32);
    for (std::uint32_t warp = 0; warp < 8; ++warp) {
        maker.step(warp, 5, all, all);
        maker.step(warp, 6, all, all);
        maker.shared(warp, 7, all, [&](unsigned lane) { return 4 * (32 * warp + lane); });
        maker.global(7, 1, 4);
    }
    for (std::uint32_t s = 1; s < 256; s *= 2) {
        for (std::uint32_t warp = 0; warp < 8; ++warp) {
            maker.branch(warp, 10, all, 0);
            maker.step(warp, 11, all, all);
            LaneMask enters = 0;
            for (unsigned lane = 0; lane < 32; ++lane)
                if (2 * s * (32 * warp + lane) < 256)
                    enters |= LaneMask { 1 } << lane;
            maker.branch(warp, 12, all, all & ~enters);
            if (enters != 0)
                for (const std::uint32_t offset : { 0U, s, 0U })
                    maker.shared(warp, 13, enters, [&](unsigned lane) { return 4 * (2 * s * (32 * warp + lane) + offset); });
            maker.step(warp, 14, all, all);
        }
    }
    for (std::uint32_t warp = 0; warp < 8; ++warp) {
        maker.branch(warp, 17, all, warp == 0 ? all & ~1U : all);
        if (warp == 0)
            maker.step(warp, 18, all, 1U);
        maker.exit(warp, 19, all);
    }
    return maker.finish();
}

void add_history(Snapshot& snapshot, const std::vector<std::pair<std::size_t, std::chrono::nanoseconds>>& parts)
{
    std::uint32_t noise = 7;
    for (const auto& [variant, step] : parts)
        for (int i = 0; i < 60; ++i) {
            noise = noise * 1664525U + 1013904223U;
            snapshot.timing.edit().history.push_back({ step + step * (noise >> 28) / 100, variant });
        }
}

} // namespace

Snapshot nbody_on_gpu()
{
    Snapshot snapshot;
    const auto lesson = read_lesson("nbody", 6, "N-body");
    snapshot.setup.edit().lesson = lesson;
    snapshot.setup.edit().lesson_titles = { "Reduction", "N-body" };
    snapshot.setup.edit().lesson_index = 1;
    add_variant(snapshot,
        { "host", "host, one core", "Two nested loops on one core of the CPU: the reference for the kernels.", true },
        timing(342ms), 1.0);
    add_variant(snapshot,
        { "global", "global memory", "A thread computes one body and reads all the others from global memory.", false },
        timing(211us), 1621.0);
    add_variant(snapshot,
        { "shared", "shared tile", "The block reads 256 bodies at a time into shared memory, and every thread uses all of them.",
            false },
        timing(174us), 1965.5);
    snapshot.setup.edit().variant = 2;
    snapshot.setup.edit().parameters = {
        { "bodies", "bodies", "", "20480", { "1024", "4096", "10240", "20480", "65536" } },
        { "scene", "scene", "", "disk", { "disk", "galaxies", "collapse", "ring" } },
        { "dt", "time step", "s", "0.001", { "0.0005", "0.001", "0.002" } },
    };
    snapshot.device.edit().engine = { engine::EngineKind::gpu, "NVIDIA H200", "CC 9.0, 132 SMs" };
    snapshot.device.edit().gpu_available = true;
    snapshot.device.edit().interop = true;
    snapshot.timing.edit().steps = 2311;
    snapshot.timing.edit().works = { { "accelerate_shared", false, timing(168us) }, { "advance", false, timing(6us) } };
    snapshot.timing.edit().merit = 2.415e12;
    snapshot.timing.edit().merit_unit = "interactions/s";
    snapshot.timing.edit().steps_per_second = 60;
    add_history(snapshot, { { 0, 342ms }, { 1, 211us }, { 2, 174us } });
    snapshot.run.edit().recording = std::make_shared<session::Recording>(record_nbody(lesson));
    snapshot.selection.edit().warp = 3;
    snapshot.selection.edit().line = 17;
    snapshot.run.edit().accesses = { { kShared, 13, 13, "st.shared.f32", 160, 160, 160 },
        { kShared, 14, 14, "st.shared.f32", 160, 160, 160 }, { kShared, 17, 17, "ld.shared.f32", 40960, 40960, 40960 } };
    snapshot.selection.edit().chosen_access = choose(4, 17, first_lanes(32), [](unsigned) { return 4 * 77; });
    snapshot.scene.edit().particles = std::make_shared<session::ParticleFrame>();
    return snapshot;
}

Snapshot reduction_with_conflict()
{
    Snapshot snapshot;
    const auto lesson = read_lesson("reduction", 5, "Reduction");
    snapshot.setup.edit().lesson = lesson;
    snapshot.setup.edit().lesson_titles = { "Reduction", "N-body" };
    const std::vector<std::pair<std::string, std::chrono::nanoseconds>> labels = { { "interleaved", 9140us },
        { "no divergence", 5890us }, { "sequential", 5710us }, { "add while loading", 3120us }, { "last warp unrolled", 2480us },
        { "fully unrolled", 2300us }, { "cascaded", 1270us } };
    for (const auto& [label, time] : labels)
        add_variant(snapshot,
            { label, label, "Neighboring threads do the same additions: whole warps retire, but their words share banks.",
                false },
            timing(time), 9140.0e3 / static_cast<double>(time.count()));
    snapshot.timing.edit().variants.back() = {};
    snapshot.setup.edit().variant = 1;
    snapshot.setup.edit().parameters = {
        { "n", "elements", "", "4194304", { "65536", "1048576", "4194304" } },
        { "block", "threads per block", "", "256", { "64", "128", "256", "512", "1024" }, false, false,
            problem::Parameter::Role::block_size },
        { "finish", "partial sums", "", "host", { "host", "kernel" } },
    };
    snapshot.device.edit().engine = { engine::EngineKind::vm, "virtual machine", "x86-64-v3, 2 threads" };
    snapshot.timing.edit().steps = 412;
    snapshot.timing.edit().works = { { "reduce2", false, timing(5890us) }, { "add partial sums", true, timing(12us) } };
    snapshot.timing.edit().merit = 2.85e9;
    snapshot.timing.edit().merit_unit = "B/s";
    add_history(snapshot, { { 2, 5710us }, { 1, 5890us } });
    estimate_all(snapshot);
    snapshot.run.edit().recording = std::make_shared<session::Recording>(record_reduction(lesson));
    snapshot.selection.edit().warp = 0;
    snapshot.run.edit().accesses = { { kShared, 7, 7, "st.shared.u32", 8, 8, 8 },
        { kShared, 13, 13, "ld.shared.u32", 36, 141, 36 }, { kShared, 113, 13, "ld.shared.u32", 36, 141, 36 },
        { kShared, 213, 13, "st.shared.u32", 36, 141, 36 } };
    snapshot.selection.edit().chosen_access = choose(4, 13, first_lanes(32), [](unsigned lane) { return 4 * 8 * lane; });
    auto array = std::make_shared<session::ArrayFrame>();
    array->values.resize(256);
    array->step = 120;
    array->steps = snapshot.run->recording->trace.steps.size();
    array->line = 13;
    array->iteration = 3;
    snapshot.scene.edit().array = std::move(array);
    return snapshot;
}

Snapshot host_only()
{
    Snapshot snapshot = nbody_on_gpu();
    snapshot.setup.edit().variant = 0;
    snapshot.run.edit().recording = nullptr;
    snapshot.run.edit().accesses.clear();
    snapshot.selection.edit().chosen_access.reset();
    snapshot.selection.edit().line = 0;
    snapshot.timing.edit().works = { { "host, one core", true, timing(342ms) } };
    snapshot.timing.edit().merit = 1.2e9;
    snapshot.timing.edit().playing = false;
    return snapshot;
}

Snapshot trapped()
{
    Snapshot snapshot = reduction_with_conflict();
    auto recording = std::make_shared<session::Recording>(*snapshot.run->recording);
    simt::Trap trap;
    trap.message = "Invalid __global__ read of size 4 bytes at line 7 of kernels.cu: block 12, thread 64, address "
                   "0x7f0000401000, which lies "
                   "1 024 bytes past the end of the buffer input.";
    trap.location.line = 7;
    recording->trap = trap;
    recording->trace.steps.resize(20);
    snapshot.run.edit().recording = recording;
    snapshot.estimates.edit().variants[snapshot.setup->variant] = { session::VariantEstimate::State::impossible, nullptr,
        trap.message, 0.0 };
    snapshot.notices.edit() = { { session::Severity::attention,
        "Copies through the host: this display is not driven by the GPU." } };
    snapshot.selection.edit().chosen_access.reset();
    return snapshot;
}

Snapshot nothing_yet()
{
    Snapshot snapshot = reduction_with_conflict();
    for (session::VariantTiming& variant : snapshot.timing.edit().variants)
        variant = {};
    snapshot.estimates.edit() = {};
    snapshot.timing.edit().works.clear();
    snapshot.timing.edit().merit = 0.0;
    snapshot.timing.edit().history.clear();
    snapshot.run.edit().recording = nullptr;
    snapshot.scene.edit().array = nullptr;
    snapshot.run.edit().accesses.clear();
    snapshot.selection.edit().chosen_access.reset();
    snapshot.timing.edit().steps = 0;
    return snapshot;
}

Snapshot crowded()
{
    Snapshot snapshot = reduction_with_conflict();
    snapshot.setup.edit().variants.clear();
    snapshot.timing.edit().variants.clear();
    for (std::size_t i = 0; i < 9; ++i)
        add_variant(snapshot,
            { "v" + std::to_string(i), "a variant with a rather long label, number " + std::to_string(i + 1),
                "A summary that is very long, so that it does not fit into one line of any panel, and has to be wrapped or "
                "shortened somewhere with an ellipsis instead of running into its neighbors.",
                i == 0 },
            timing(std::chrono::nanoseconds { 123456789012 } / (i * i * i * i + 1)), static_cast<double>(i * i * i * i + 1));
    snapshot.setup.edit().variant = 7;
    for (std::size_t i = 0; i < 9; ++i)
        snapshot.setup.edit().parameters.push_back({ "p" + std::to_string(i), "a parameter with a long name", "interactions",
            "1000000000", { "1", "1000", "1000000", "1000000000", "1000000000000" } });
    snapshot.classroom.edit() = { true, 4000, {} };
    for (int i = 0; i < 9; ++i)
        snapshot.classroom.edit().exercises.push_back({ "Exercise: a long title that does not fit beside other words", 40, 30, 10,
            { { "No bank conflicts", 27 }, { "No warp but the last one diverges more than once", 40 }, { "Estimated time", 0 } },
            "No race and no uninitialized read" });
    for (const session::Severity severity :
        { session::Severity::information, session::Severity::attention, session::Severity::fault })
        snapshot.notices.edit().push_back({ severity,
            "A notice with a path that cannot be broken, "
            "/home/presenter/pictures/warpstage-with-a-very-long-name-that-has-no-space-in-it-2026-01-01-12-00-00.png, and with "
            "many more words than an audience would like to read on a stage during a lecture." });
    snapshot.timing.edit().works.clear();
    for (int i = 0; i < 12; ++i)
        snapshot.timing.edit().works.push_back(
            { "a_kernel_with_a_long_name<float, 256, " + std::to_string(i) + ">", i % 3 == 2, timing(123456us) });
    snapshot.timing.edit().works[1].timing.maximum = 3600s;
    estimate_all(snapshot);
    snapshot.timing.edit().merit = 9.99e17;
    snapshot.estimates.edit().merit = 9.99e17;
    snapshot.timing.edit().merit_unit = "interactions/s";
    snapshot.timing.edit().steps = 1234567890123;
    snapshot.device.edit().engine.name = "a virtual machine with a long name";
    auto recording = std::make_shared<session::Recording>(*snapshot.run->recording);
    recording->trace.warps = 32;
    recording->trace.block = 123456789;
    for (analysis::LineReport& line : recording->report.lines) {
        line.counters.wavefronts *= 1000;
        line.counters.divergent_branches = line.counters.branches;
    }
    recording->lesson = [&] {
        auto lesson = std::make_shared<lesson::Lesson>(*snapshot.setup->lesson);
        for (std::string& line : lesson->source_lines)
            line += "    /* and a remark that makes the line much longer than any panel is wide, whatever its size may be */";
        lesson->title = "A lesson with a title longer than usual";
        snapshot.setup.edit().lesson = lesson;
        return lesson;
    }();
    snapshot.run.edit().recording = recording;
    snapshot.selection.edit().warp = 31;
    for (std::uint32_t pc = 300; pc < 330; ++pc)
        snapshot.run.edit().accesses.push_back({ kShared, pc, pc, "ld.volatile.shared.v4.u32", 123456789, 987654321, 123456789 });
    snapshot.selection.edit().chosen_access =
        choose(4, 13, first_lanes(32), [](unsigned lane) { return std::uint64_t { 4 * 32 } * lane + 16; });
    snapshot.selection.edit().chosen_access->occurrence = 123455;
    snapshot.selection.edit().chosen_access->occurrences = 123456;
    snapshot.timing.edit().playing = false;
    return snapshot;
}

Snapshot with_access(std::uint32_t bytes, const std::function<std::uint64_t(unsigned)>& address_of)
{
    Snapshot snapshot = reduction_with_conflict();
    snapshot.selection.edit().chosen_access = choose(bytes, 13, first_lanes(32), address_of);
    return snapshot;
}

Snapshot global_access()
{
    Snapshot snapshot = nbody_on_gpu();
    session::ChosenAccess chosen;
    chosen.access.space = ptx::StateSpace::global;
    chosen.access.bytes = 4;
    chosen.access.lanes = first_lanes(32);
    for (unsigned lane = 0; lane < 32; ++lane)
        chosen.access.addresses[lane] = 0x10000 + std::uint64_t { 64 } * lane;
    chosen.global = arch::serve_global(*snapshot.run->traits,
        { chosen.access.bytes, chosen.access.lanes, chosen.access.addresses, arch::GlobalOperation::load });
    chosen.pc = 10;
    chosen.line = 10;
    chosen.occurrences = 16;
    snapshot.run.edit().accesses.insert(
        snapshot.run->accesses.begin(), { ptx::StateSpace::global, 10, 10, "ld.global.f32", 16, 512, 64 });
    snapshot.selection.edit().chosen_access = std::move(chosen);
    return snapshot;
}

Snapshot played()
{
    Snapshot snapshot = reduction_with_conflict();
    auto assessment = std::make_shared<session::Assessment>();
    assessment->traits = snapshot.run->traits;
    assessment->report = snapshot.run->recording->report;
    const auto& steps = snapshot.run->recording->trace.steps;
    for (std::size_t i = 0; i < steps.size(); ++i)
        assessment->wasteful.push_back(steps[i].pc == 13 && i % 3 == 0);
    snapshot.run.edit().assessment = std::move(assessment);
    snapshot.playback.edit().run.view = { true, true, session::Stride::line, session::Pace::twenty_five, steps.size(),
        steps.size() / 2, 5, 13, 13, 3 };
    auto cells = std::make_shared<session::ArrayFrame>(*snapshot.scene->array);
    cells->known.assign(256, true);
    cells->touched.assign(256, session::Touch::none);
    cells->touched[3] = session::Touch::read;
    cells->touched[4] = session::Touch::written;
    for (std::size_t i = 0; i < cells->values.size(); ++i)
        cells->values[i] = static_cast<std::int64_t>(i * i) - 700;
    snapshot.playback.edit().run.cells = cells;
    snapshot.scene.edit().array = cells;
    snapshot.run.edit().architecture = "GeForce GTX 280 (CC 1.3)";
    snapshot.run.edit().traits = &arch::traits_of({ 1, 3 });
    snapshot.selection.edit().chosen_access->shared = arch::serve_shared(*snapshot.run->traits,
        { arch::SharedOperation::load, snapshot.selection->chosen_access->access.bytes,
            snapshot.selection->chosen_access->access.lanes, snapshot.selection->chosen_access->access.addresses });
    snapshot.setup.edit().switched = true;
    snapshot.run.edit().compared =
        session::ComparedView { 0, snapshot.run->recording, snapshot.run->assessment, snapshot.selection->chosen_access };
    return snapshot;
}

std::vector<NamedSnapshot> all_snapshots()
{
    return {
        { "nbody", nbody_on_gpu() },
        { "global_access", global_access() },
        { "played", played() },
        { "reduction", reduction_with_conflict() },
        { "host_only", host_only() },
        { "trapped", trapped() },
        { "nothing_yet", nothing_yet() },
        { "crowded", crowded() },
        { "free_of_conflict", with_access(4, [](unsigned lane) { return 4 * lane; }) },
        { "wide_64", with_access(8, [](unsigned lane) { return 8 * lane; }) },
        { "wide_128", with_access(16, [](unsigned lane) { return 32 * lane; }) },
        { "column", with_access(4, [](unsigned lane) { return 128 * lane + 16; }) },
    };
}

const std::vector<KeyWords>& sample_keys()
{
    static const std::vector<KeyWords> keys = [] {
        std::vector<KeyWords> all { { "1–9", "variant", "choose a variant" }, { "← →", "cue", "next cue, previous one" },
            { "Tab", "lesson", "next lesson, Shift back" }, { "Space", "pause", "pause and resume" },
            { "?", "keys", "show and hide this list" }, { "A", "architecture", "capability, Shift: back" },
            { "C", "counters", "hardware counters" }, { "F12", "picture", "save a screenshot" },
            { "O", "maximize", "maximize a panel" }, { "Ctrl + −", "text size", "larger, smaller text" },
            { "Shift ← →", "access", "access to show" }, { "F11", "full screen", "full screen and back" } };
        for (const std::string_view name : { "W", "P", "PgDn PgUp", "Shift F12", "right drag" })
            for (int i = 0; i < 7; ++i)
                all.push_back({ name, "", "highlighter, Esc clears it" });
        return all;
    }();
    return keys;
}

} // namespace warpstage::views::testing
