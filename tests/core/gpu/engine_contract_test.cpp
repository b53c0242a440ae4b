// The contract of core/engine/engine.h, for the GPU engine with the fake or a real driver.
#include "core/base/objects/tensor_map.h"
#include "core/engine/series.h"
#include "tests/core/gpu/engine_under_test.h"
#include "tests/core/gpu/steps_lesson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <future>
#include <stdexcept>
#include <thread>
#include <utility>

namespace warpstage::engine::test {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t kCount = 1000;

class GpuEngineContract : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto reason = why_not())
            GTEST_SKIP() << *reason;
        auto made = engine_under_test();
        ASSERT_TRUE(made.ok()) << made.error().message;
        m_engine = std::move(*made);
        const auto loaded = m_engine->load(steps_lesson());
        ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    }

    [[nodiscard]] Engine& engine() { return *m_engine; }

    void adopt(std::vector<problem::Buffer> buffers, std::vector<problem::Work> step, Contents contents = Contents::initial)
    {
        const auto adopted = m_engine->adopt(plan_of(std::move(buffers), std::move(step)), contents);
        ASSERT_TRUE(adopted.ok()) << adopted.error().message;
    }

    StepOutcome run_step()
    {
        const auto started = m_engine->start();
        EXPECT_TRUE(started.ok()) << started.error().message;
        auto outcome = m_engine->wait();
        EXPECT_TRUE(outcome.ok()) << outcome.error().message;
        return outcome.ok() ? *outcome : StepOutcome {};
    }

    std::vector<float> floats(problem::BufferIndex buffer, std::size_t count)
    {
        std::vector<float> values(count);
        const auto read = m_engine->read(buffer, std::as_writable_bytes(std::span { values }));
        EXPECT_TRUE(read.ok()) << read.error().message;
        return values;
    }

    std::unique_ptr<Engine> m_engine;
};

} // namespace

TEST_F(GpuEngineContract, DescribesAGpu)
{
    const auto& description = engine().description();
    EXPECT_EQ(description.kind, EngineKind::gpu);
    EXPECT_FALSE(description.name.empty());
    EXPECT_THAT(description.detail, testing::MatchesRegex("CC [0-9]+\\.[0-9]+, [0-9]+ SMs, driver .+"));
    EXPECT_GE(description.capability_major, 5U);
}

TEST_F(GpuEngineContract, RunsKernelHostWorkAndKernelInOrder)
{
    const auto add_one = on_floats(0, [](std::span<float> x) {
        for (auto& value : x)
            value += 1.0F;
    });
    adopt({ buffer_of("x", ramp(kCount)) }, { scale(0, 2.0F, kCount), add_one, add_index(0, kCount) });

    const auto outcome = run_step();

    EXPECT_FALSE(outcome.trap.has_value());
    const auto x = floats(0, kCount);
    for (std::size_t i = 0; i < kCount; ++i)
        EXPECT_EQ(x[i], 3.0F * static_cast<float>(i) + 1.0F) << "element " << i;
}

TEST_F(GpuEngineContract, ACopyKeepsTheContentOfItsTime)
{
    adopt({ buffer_of("x", ramp(kCount)) }, { scale(0, 2.0F, kCount) });
    run_step();
    auto copy = engine().copy(0);
    ASSERT_TRUE(copy.ok()) << copy.error().message;
    ASSERT_TRUE(engine().start().ok());
    const auto values = std::async(std::launch::async, [&] { return floats_of((*copy)->fetch()); }).get();
    ASSERT_TRUE(engine().wait().ok());

    ASSERT_EQ(values.size(), kCount);
    for (std::size_t i = 0; i < kCount; ++i)
        EXPECT_EQ(values[i], 2.0F * static_cast<float>(i)) << "element " << i;
    EXPECT_EQ(floats(0, kCount)[3], 12.0F);
}

// The plan may be destroyed earlier, and an engine must outlive its copies.
TEST_F(GpuEngineContract, ACopyOutlivesItsPlan)
{
    adopt({ buffer_of("x", { 7.0F }) }, {});
    auto copy = engine().copy(0);
    ASSERT_TRUE(copy.ok()) << copy.error().message;
    adopt({ buffer_of("y", { 1.0F }) }, {});
    EXPECT_THAT(floats_of((*copy)->fetch()), ElementsAre(7.0F));
}

TEST_F(GpuEngineContract, TimesEveryWork)
{
    adopt({ buffer_of("x", ramp(kCount)) },
        { scale(0, 2.0F, kCount), on_floats(0, [](std::span<float> x) { x[0] = 1.0F; }), add_index(0, kCount) });

    const auto timing = run_step().timing;

    ASSERT_EQ(timing.works.size(), 3U);
    EXPECT_EQ(timing.works[0].label, "scale");
    EXPECT_FALSE(timing.works[0].on_host);
    EXPECT_EQ(timing.works[1].label, "host work");
    EXPECT_TRUE(timing.works[1].on_host);
    EXPECT_EQ(timing.works[2].label, "add_index");
    std::chrono::nanoseconds sum { 0 };
    for (const auto& work : timing.works) {
        EXPECT_GT(work.time.count(), 0) << work.label;
        sum += work.time;
    }
    EXPECT_EQ(timing.total, sum);
}

// Two arrays are copied to the GPU, scaled there and copied back, each in its own stream.
struct TwoStreams {
    std::vector<problem::Buffer> buffers;
    std::vector<problem::Work> step;
};

TwoStreams two_streams(problem::Place place)
{
    TwoStreams made;
    constexpr std::size_t kBytes = kCount * sizeof(float);
    for (std::uint32_t stream = 0; stream < 2; ++stream) {
        const problem::BufferIndex first = made.buffers.size();
        auto host = buffer_of("host in " + std::to_string(stream), ramp(kCount));
        host.place = place;
        made.buffers.push_back(host);
        made.buffers.push_back({ .name = "x" + std::to_string(stream), .bytes = kBytes });
        made.buffers.push_back({ .name = "host out " + std::to_string(stream), .bytes = kBytes, .place = place });
        auto launch = scale(first + 1, stream == 0 ? 2.0F : 3.0F, kCount);
        launch.stream = stream;
        made.step.emplace_back(problem::Transfer { "in", first, first + 1, 0, kBytes, stream });
        made.step.emplace_back(launch);
        made.step.emplace_back(problem::Transfer { "out", first + 1, first + 2, kBytes / 2, kBytes / 2, stream });
    }
    return made;
}

TEST_F(GpuEngineContract, TransfersCopyDataInBothDirectionsInTheirStreams)
{
    for (const auto place : { problem::Place::pinned_host, problem::Place::pageable_host }) {
        auto made = two_streams(place);
        adopt(made.buffers, made.step);
        for (int repeat = 0; repeat < 2; ++repeat) {
            run_step();
            for (const problem::BufferIndex result : { 2U, 5U }) {
                const auto out = floats(result, kCount);
                for (std::size_t i = 0; i < kCount; ++i)
                    EXPECT_EQ(out[i], i < kCount / 2 ? 0.0F : (result == 2 ? 2.0F : 3.0F) * static_cast<float>(i)) << i;
            }
        }
        EXPECT_EQ(floats(0, kCount), ramp(kCount)) << "the host's own array";
    }
}

TEST_F(GpuEngineContract, TransfersAreTimedByEventsAndDetermineTheStepTime)
{
    auto made = two_streams(problem::Place::pinned_host);
    adopt(made.buffers, made.step);
    const auto outcome = run_step();
    ASSERT_EQ(outcome.spans.size(), 6U);
    std::chrono::nanoseconds last { 0 };
    for (std::size_t i = 0; i < outcome.spans.size(); ++i) {
        EXPECT_GE(outcome.spans[i].begin.count(), 0) << i;
        EXPECT_GE(outcome.spans[i].end, outcome.spans[i].begin) << i;
        if (i % 3 != 0) {
            EXPECT_GE(outcome.spans[i].begin, outcome.spans[i - 1].end) << "one stream does one thing after the other: " << i;
        }
        last = std::max(last, outcome.spans[i].end);
    }
    EXPECT_EQ(outcome.timing.total, last);
    ASSERT_EQ(outcome.timing.works.size(), 6U);
    EXPECT_EQ(outcome.timing.works[0].label, "in");
    EXPECT_EQ(outcome.timing.works[1].label, "scale");
    EXPECT_TRUE(run_step().timing.total.count() > 0);
}

TEST_F(GpuEngineContract, AStepWithoutTransfersHasNoSpans)
{
    adopt({ buffer_of("x", ramp(kCount)) }, { scale(0, 2.0F, kCount) });
    EXPECT_TRUE(run_step().spans.empty());
}

TEST_F(GpuEngineContract, MeasuresStepsWithTransfersOneByOne)
{
    auto made = two_streams(problem::Place::pinned_host);
    adopt(made.buffers, made.step);
    SeriesRequest request;
    request.samples = 3;
    const auto series = engine().measure(request);
    ASSERT_TRUE(series.ok()) << series.error().message;
    EXPECT_EQ(series->samples.size(), 3U);
    EXPECT_EQ(series->launches, 2U);
}

TEST_F(GpuEngineContract, MeasuresStepsBackToBackOnCopiesThatLeaveTheCacheCold)
{
    adopt({ buffer_of("x", ramp(kCount)) }, { scale(0, 1.0F, kCount), add_index(0, kCount) });
    SeriesRequest request;
    request.samples = 5;
    const auto series = engine().measure(request);
    ASSERT_TRUE(series.ok()) << series.error().message;
    EXPECT_EQ(series->samples.size(), 5U);
    for (const auto sample : series->samples)
        EXPECT_GT(sample.count(), 0);
    EXPECT_EQ(series->launches, 2U);
    EXPECT_EQ(series->bytes, kCount * sizeof(float));
    EXPECT_EQ(series->copies, 256U) << "as many as there may be: even so 1 MB of them fits into any cache";
    EXPECT_TRUE(series->in_cache());

    request.cache = CacheState::warm;
    const auto warm = engine().measure(request);
    ASSERT_TRUE(warm.ok()) << warm.error().message;
    EXPECT_EQ(warm->copies, 1U);
}

TEST_F(GpuEngineContract, MeasuresStepsWithHostWorkOneByOne)
{
    adopt({ buffer_of("x", { 0.0F }) }, { on_floats(0, [](std::span<float> x) { x[0] += 1.0F; }) });
    SeriesRequest request;
    request.samples = 3;
    const auto series = engine().measure(request);
    ASSERT_TRUE(series.ok()) << series.error().message;
    EXPECT_EQ(series->samples.size(), 3U);
    EXPECT_EQ(series->steps_per_sample, 1U);
    EXPECT_THAT(floats(0, 1), ElementsAre(4.0F)) << "one step to warm up, then three";
}

TEST_F(GpuEngineContract, HostWorkAloneAndTwiceInARow)
{
    const auto add_one = on_floats(0, [](std::span<float> x) { x[0] += 1.0F; });
    adopt({ buffer_of("x", { 1.0F, 2.0F }) }, { add_one, add_one });
    run_step();
    EXPECT_THAT(floats(0, 2), ElementsAre(3.0F, 2.0F));
}

TEST_F(GpuEngineContract, AStepWithoutWorkEnds)
{
    adopt({ buffer_of("x", { 1.0F }) }, {});
    EXPECT_TRUE(run_step().timing.works.empty());
}

TEST_F(GpuEngineContract, HostWorkThatWritesAPartPreservesTheRest)
{
    problem::HostWork first_only { "first only", {}, { 0 },
        [](std::span<const std::span<std::byte>> buffers, const std::stop_token&) {
            const float value = 7.0F;
            std::memcpy(buffers[0].data(), &value, sizeof value);
            EXPECT_TRUE(buffers[1].empty()) << "a buffer in neither list";
        } };
    adopt({ buffer_of("x", { 1.0F, 2.0F }), buffer_of("y", { 3.0F }) }, { first_only });
    run_step();
    EXPECT_THAT(floats(0, 2), ElementsAre(7.0F, 2.0F));
}

TEST_F(GpuEngineContract, PassesEveryKindOfArgument)
{
    const problem::KernelLaunch launch { "store_arguments", {}, {}, 0,
        { problem::BufferArgument { 0 }, std::int32_t { -3 }, std::uint32_t { 4000000000U }, std::int64_t { -5000000000 },
            std::uint64_t { 6000000000U }, 0.5F, 0.25 } };
    adopt({ { "out", 6 * sizeof(double), {}, false } }, { launch });
    run_step();
    std::vector<double> out(6);
    ASSERT_TRUE(engine().read(0, std::as_writable_bytes(std::span { out })).ok());
    EXPECT_THAT(out, ElementsAre(-3.0, 4e9, -5e9, 6e9, 0.5, 0.25));
}

TEST_F(GpuEngineContract, PassesStructuresWithTheAddressesOfBuffers)
{
    problem::StructArgument scaling;
    scaling.bytes.resize(24);
    const float factor = 3.0F;
    const auto n = static_cast<std::int32_t>(kCount);
    std::memcpy(scaling.bytes.data(), &factor, sizeof(factor));
    std::memcpy(scaling.bytes.data() + 16, &n, sizeof(n));
    scaling.addresses = { { 8, 0 } };
    adopt({ buffer_of("x", ramp(kCount)) }, { problem::KernelLaunch { "scale_by", { 4 }, { 256 }, 0, { scaling } } });
    run_step();
    EXPECT_EQ(floats(0, kCount)[999], 2997.0F);
}

TEST_F(GpuEngineContract, TexturesReadTheirBuffers)
{
    const TextureDescription pitched { .shape = TextureShape::pitched, .width = 16, .height = 2 };
    const TextureDescription array { .shape = TextureShape::array_2d, .width = 10, .height = 3 };
    const auto read = [](problem::BufferIndex out, const TextureDescription& texture) {
        return problem::KernelLaunch { "read_texture", {}, { 32 }, 0,
            { problem::BufferArgument { out }, problem::TextureArgument { 0, texture }, std::int32_t { 10 } } };
    };
    adopt({ buffer_of("image", ramp(32)), buffer_of("a", ramp(10)), buffer_of("b", ramp(10)) },
        { read(1, pitched), read(2, array), scale(0, 2.0F, 32) });
    run_step();
    EXPECT_EQ(floats(1, 10), ramp(10));
    EXPECT_EQ(floats(2, 10), ramp(10));
    // An array is refilled before each launch.
    run_step();
    EXPECT_EQ(floats(1, 10)[9], 18.0F);
    EXPECT_EQ(floats(2, 10)[9], 18.0F);
}

TEST_F(GpuEngineContract, AnUnsupportedTextureIsRefused)
{
    const TextureDescription uneven { .shape = TextureShape::pitched, .width = 10, .height = 3 };
    const auto adopted = engine().adopt(
        plan_of({ buffer_of("image", ramp(32)) },
            { problem::KernelLaunch { "read_texture", {}, { 32 }, 0,
                { problem::BufferArgument { 0 }, problem::TextureArgument { 0, uneven }, std::int32_t { 10 } } } }),
        Contents::initial);
    ASSERT_FALSE(adopted.ok());
    EXPECT_EQ(adopted.error().message,
        "The texture `image` cannot be created: the pitch of 40 bytes is not a multiple of 32, as GPUs require for pitched "
        "memory; use another width or an array.");
}

TEST_F(GpuEngineContract, ATensorMapHasTheFormOfTheDriver)
{
    constexpr std::array<std::uint32_t, 2> kSizes { 32, 16 };
    constexpr std::array<std::uint16_t, 2> kBox { 32, 8 };
    const auto own = encoded({ dense_tensor(TensorElement::f32, kSizes, kBox), 0 });
    const problem::StructArgument map { { own.begin(), own.end() }, { { tensor_map_address_offset(), 0 } } };
    const auto adopted =
        engine().adopt(plan_of({ buffer_of("tensor", ramp(32 * 16)), buffer_of("out", ramp(kTensorMapBytes / sizeof(float))) },
                           { problem::KernelLaunch { "store_map", {}, {}, 0, { map, problem::BufferArgument { 1 } } } }),
            Contents::initial);
    if (engine().description().capability_major < 9) {
        ASSERT_FALSE(adopted.ok());
        EXPECT_THAT(adopted.error().message,
            testing::StartsWith("The tensor map of parameter 1 of kernel `store_map` requires compute capability 9.0, but "));
        return;
    }
    ASSERT_TRUE(adopted.ok()) << adopted.error().message;
    run_step();
    TensorMapBits bits {};
    ASSERT_TRUE(engine().read(1, bits).ok());
    EXPECT_FALSE(decoded_tensor_map(bits).has_value());
    EXPECT_NE(bits, TensorMapBits {});
}

TEST_F(GpuEngineContract, BuffersWithoutInitialContentAreZero)
{
    adopt({ { "x", kCount * sizeof(float), {}, false } }, {});
    EXPECT_THAT(floats(0, kCount), testing::Each(0.0F));
}

TEST_F(GpuEngineContract, KeepsPersistentContentsAcrossAdopt)
{
    auto scratch = buffer_of("scratch", { 1.0F });
    scratch.persistent = false;
    adopt({ buffer_of("x", ramp(4)), scratch, buffer_of("y", { 5.0F, 5.0F }) },
        { scale(0, 2.0F, 4), scale(1, 2.0F, 1), scale(2, 2.0F, 2) });
    run_step();

    // In another order; y has another size.
    adopt({ buffer_of("y", { 5.0F }), scratch, buffer_of("x", ramp(4)) }, { scale(2, 10.0F, 4) }, Contents::keep);
    EXPECT_THAT(floats(0, 1), ElementsAre(5.0F));
    EXPECT_THAT(floats(1, 1), ElementsAre(1.0F));
    EXPECT_THAT(floats(2, 4), ElementsAre(0.0F, 2.0F, 4.0F, 6.0F));
    run_step();
    EXPECT_THAT(floats(2, 4), ElementsAre(0.0F, 20.0F, 40.0F, 60.0F));

    adopt({ buffer_of("x", ramp(4)) }, {}, Contents::initial);
    EXPECT_THAT(floats(0, 4), ElementsAre(0.0F, 1.0F, 2.0F, 3.0F));
}

TEST_F(GpuEngineContract, LaunchesWithMoreThan48KibibytesOfSharedMemory)
{
    constexpr std::size_t kInts = 15000; // 60000 bytes
    std::vector<std::int32_t> values(kInts);
    for (std::size_t i = 0; i < kInts; ++i)
        values[i] = static_cast<std::int32_t>(i);
    const problem::KernelLaunch launch { "reverse", {}, { 256 }, kInts * sizeof(std::int32_t),
        { problem::BufferArgument { 0 }, static_cast<std::int32_t>(kInts) } };
    adopt({ { "x", kInts * sizeof(std::int32_t), bytes_of(values), false } }, { launch });
    run_step();
    std::vector<std::int32_t> reversed(kInts);
    ASSERT_TRUE(engine().read(0, std::as_writable_bytes(std::span { reversed })).ok());
    std::ranges::reverse(values);
    EXPECT_EQ(reversed, values);
}

TEST_F(GpuEngineContract, ARefusedPlanKeepsTheOldOne)
{
    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 2.0F, 4) });
    const auto refused = [&](const problem::KernelLaunch& launch) {
        const auto adopted = engine().adopt(plan_of({ buffer_of("x", { 9.0F, 9.0F, 9.0F, 9.0F }) }, { launch }), Contents::keep);
        return adopted.ok() ? std::string {} : adopted.error().message;
    };

    auto too_much_shared = scale(0, 1.0F, 4);
    too_much_shared.shared_bytes = 1 << 20;
    EXPECT_THAT(refused(too_much_shared), HasSubstr("requests 1048576 bytes of shared memory per block"));
    auto too_many_threads = scale(0, 1.0F, 4);
    too_many_threads.block = { 2048 };
    EXPECT_THAT(refused(too_many_threads), HasSubstr("cannot run with 2048 threads per block"));
    auto too_few_arguments = scale(0, 1.0F, 4);
    too_few_arguments.arguments.pop_back();
    EXPECT_THAT(refused(too_few_arguments), HasSubstr("has 3 parameters"));
    auto wrong_type = scale(0, 1.0F, 4);
    wrong_type.arguments[1] = 1.0;
    EXPECT_THAT(refused(wrong_type), HasSubstr("Parameter 2 of kernel `scale`"));
    auto unknown = scale(0, 1.0F, 4);
    unknown.kernel = "scal";
    EXPECT_THAT(refused(unknown), HasSubstr("Lesson `steps` has no kernel `scal`"));

    run_step();
    EXPECT_THAT(floats(0, 4), ElementsAre(0.0F, 2.0F, 4.0F, 6.0F));
}

TEST_F(GpuEngineContract, AFailedAllocationKeepsTheOldPlan)
{
    adopt({ buffer_of("x", { 3.0F }) }, { scale(0, 2.0F, 1) });
    const auto adopted = engine().adopt(plan_of({ { "x", std::size_t { 1 } << 44, {}, false } }, {}), Contents::initial);
    ASSERT_FALSE(adopted.ok());
    EXPECT_THAT(adopted.error().message, HasSubstr("The buffers of this step need 16384.00 GiB, but "));
    EXPECT_THAT(adopted.error().message, HasSubstr(" GiB of memory. Choose a smaller size."));
    run_step();
    EXPECT_THAT(floats(0, 1), ElementsAre(6.0F));
}

TEST_F(GpuEngineContract, ARefusedLaunchEndsOnlyTheStep)
{
    auto no_blocks = add_index(0, 4);
    no_blocks.grid = { 0 };
    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 2.0F, 4), no_blocks });
    const auto started = engine().start();
    ASSERT_FALSE(started.ok());
    EXPECT_THAT(started.error().message, HasSubstr("Launching kernel `add_index` with grid 0×1×1, block 256×1×1"));
    EXPECT_TRUE(engine().idle());

    adopt({ buffer_of("x", ramp(4)) }, { scale(0, 3.0F, 4) });
    run_step();
    EXPECT_THAT(floats(0, 4), ElementsAre(0.0F, 3.0F, 6.0F, 9.0F));
}

TEST_F(GpuEngineContract, InvalidPtxIsRefusedWithTheCompilersMessage)
{
    auto text = steps_ptx();
    const auto instruction = text.find("mul.f32");
    ASSERT_NE(instruction, std::string::npos);
    text.replace(instruction, 3, "mull");
    const auto loaded = engine().load(steps_lesson(text));
    ASSERT_FALSE(loaded.ok());
    EXPECT_THAT(loaded.error().message, HasSubstr("The NVIDIA driver rejects the PTX of lesson `steps`"));
    EXPECT_THAT(loaded.error().message, HasSubstr("line "));
    EXPECT_THAT(loaded.error().message, HasSubstr("'mull'"));

    // The previously loaded lesson still works.
    adopt({ buffer_of("x", ramp(2)) }, { scale(0, 3.0F, 2) });
    run_step();
    EXPECT_THAT(floats(0, 2), ElementsAre(0.0F, 3.0F));
}

TEST_F(GpuEngineContract, PtxNewerThanTheDriverIsRefused)
{
    auto text = steps_ptx();
    const auto version = text.find(".version 9.0");
    ASSERT_NE(version, std::string::npos);
    text.replace(version, 12, ".version 9.9");
    const auto loaded = engine().load(steps_lesson(text));
    ASSERT_FALSE(loaded.ok());
    EXPECT_THAT(loaded.error().message, HasSubstr("are in PTX 9.9, which is newer than the NVIDIA driver"));
}

TEST_F(GpuEngineContract, NeitherStartNorPollWaitsForHostWork)
{
    std::promise<void> release;
    const auto released = release.get_future().share();
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1), on_floats(0, [released](std::span<float> x) {
                                             released.wait();
                                             x[0] += 1.0F;
                                         }) });
    ASSERT_TRUE(engine().start().ok());
    for (int i = 0; i < 100; ++i) {
        const auto outcome = engine().poll();
        ASSERT_TRUE(outcome.ok());
        EXPECT_FALSE(outcome->has_value());
        EXPECT_FALSE(engine().idle());
    }
    release.set_value();
    ASSERT_TRUE(engine().wait().ok());
    EXPECT_TRUE(engine().idle());
    EXPECT_THAT(floats(0, 1), ElementsAre(3.0F));
}

TEST_F(GpuEngineContract, InterruptedHostWorkEndsTheStepWithoutEffect)
{
    problem::HostWork patient { "patient", { 0 }, { 0 },
        [](std::span<const std::span<std::byte>> buffers, const std::stop_token& stop) {
            const float value = 7.0F;
            std::memcpy(buffers[0].data(), &value, sizeof value);
            while (!stop.stop_requested())
                std::this_thread::yield();
        } };
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1), patient, scale(0, 100.0F, 1) });
    ASSERT_TRUE(engine().start().ok());
    ASSERT_TRUE(engine().poll().ok());
    engine().interrupt(Interruption::harmless);
    ASSERT_TRUE(engine().wait().ok());
    EXPECT_TRUE(engine().idle());
    EXPECT_THAT(floats(0, 1), ElementsAre(2.0F)) << "what ran before the host work stays, what comes after it does not run";
}

TEST_F(GpuEngineContract, PollDeliversTheOutcomeOnce)
{
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1) });
    ASSERT_TRUE(engine().start().ok());
    auto outcome = engine().poll();
    while (outcome.ok() && !outcome->has_value()) {
        std::this_thread::yield();
        outcome = engine().poll();
    }
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_EQ((*outcome)->timing.works.size(), 1U);
    EXPECT_TRUE(engine().idle());
    const auto again = engine().poll();
    ASSERT_TRUE(again.ok());
    EXPECT_FALSE(again->has_value());
}

TEST_F(GpuEngineContract, HostWorkThatThrowsEndsTheStepWithAnError)
{
    adopt({ buffer_of("x", { 1.0F }) }, { on_floats(0, [](std::span<float>) { throw std::runtime_error("too large"); }) });
    ASSERT_TRUE(engine().start().ok());
    const auto outcome = engine().wait();
    ASSERT_FALSE(outcome.ok());
    EXPECT_THAT(outcome.error().message, HasSubstr("The host computation `host work` failed: too large"));
    EXPECT_TRUE(engine().idle());
    EXPECT_THAT(floats(0, 1), ElementsAre(1.0F));
}

TEST_F(GpuEngineContract, CanBeDestroyedWhileAStepRuns)
{
    std::atomic<bool> started = false;
    std::atomic<bool> finished = false;
    adopt({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1), on_floats(0, [&](std::span<float>) {
                                             started = true;
                                             std::this_thread::sleep_for(std::chrono::milliseconds { 20 });
                                             finished = true;
                                         }) });
    ASSERT_TRUE(engine().start().ok());
    while (!started) {
        ASSERT_TRUE(engine().poll().ok());
        std::this_thread::yield();
    }
    m_engine.reset();
    EXPECT_TRUE(finished) << "the host work must have ended before its memory is freed";
}

TEST_F(GpuEngineContract, TheVariantCanBeSwitchedDuringALongRun)
{
    adopt({ buffer_of("x", { 0.0F, 0.0F }) }, { add_index(0, 2) });
    for (int i = 0; i < 100; ++i) {
        run_step();
        adopt({ buffer_of("x", { 0.0F, 0.0F }) }, { add_index(0, 2) }, Contents::keep);
    }
    EXPECT_THAT(floats(0, 2), ElementsAre(0.0F, 100.0F));
}

} // namespace warpstage::engine::test
