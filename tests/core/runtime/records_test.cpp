// Settings, records, properties and program files.
#include "core/base/text.h"
#include "core/runtime/device_properties.h"
#include "core/runtime/launch_record.h"
#include "core/runtime/launch_watch.h"
#include "core/runtime/program/program_file.h"
#include "core/runtime/settings.h"
#include "core/runtime/status.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace warpstage::runtime {

namespace {

using testing::HasSubstr;

LaunchRecord sample_record()
{
    LaunchRecord record;
    record.number = 1;
    record.kernel = "add<float>";
    record.grid = { 40, 1, 1 };
    record.block = { 256, 1, 1 };
    record.finished = true;
    record.warp_instructions = 1000;
    record.observed_blocks = 10;
    record.sampled_blocks = 10;
    record.sampled_instructions = 250;
    record.counters.instructions = 250;
    record.counters.active_lanes = 4000;
    record.counters.global_requests = 5;
    record.counters.sectors = 8;
    record.counters.global_atomics = { .requests = 2, .cost = 5, .ideal = 2, .operations = 64, .same_word = 40 };
    record.counters.sectors_ideal = 4;
    record.estimate =
        LaunchEstimate { std::chrono::microseconds(5), "DRAM bandwidth", 0.5, analysis::CacheUse { 0.25, 0.75, 2e6 },
            timing::TimeRange { std::chrono::microseconds(4), std::chrono::microseconds(8) } };
    record.fault = LaunchFault { "race", "Race: two threads", "x.cu", 9 };
    return record;
}

TEST(LaunchRecords, AFinishedLaunchReplacesItsBeginning)
{
    LaunchRecord begun;
    begun.number = 1;
    begun.kernel = "add<float>";
    const std::string lines = to_json(begun).dump() + '\n' + to_json(sample_record()).dump() + "\n{\"launch\": 2, \"ker";
    const auto records = parse_records(lines);
    ASSERT_TRUE(records);
    ASSERT_EQ(records->size(), 1U);
    EXPECT_EQ(to_json(records->front()), to_json(sample_record()));
    EXPECT_FALSE(parse_records("{}\n"));
}

TEST(LaunchRecords, TheTextScalesObservedBlocksToTheGrid)
{
    const std::string text = to_text({ sample_record() }, "H200");
    EXPECT_THAT(text, HasSubstr("16.0 active lanes"));
    EXPECT_THAT(text, HasSubstr("about 32 sectors, ideal 16"));
    EXPECT_APPROVED(line_from(text, "scaled from"));
    EXPECT_THAT(text, HasSubstr("limited by DRAM bandwidth"));
    EXPECT_APPROVED(line_from(text, "fault: "));
    LaunchRecord begun = sample_record();
    begun.finished = false;
    EXPECT_APPROVED(line_from(to_text({ begun }, "H200"), "did not"));
}

// One block of 1000 does all the work: 14 observed blocks, among them this one, do not stand for the grid.
TEST(LaunchRecords, BlocksThatDifferAreNotScaled)
{
    LaunchRecord record = sample_record();
    record.grid = { 1000, 1, 1 };
    record.observed_blocks = 14;
    record.sampled_blocks = 14;
    record.warp_instructions = 8 * 20 + 999 * 8 * 5;
    record.sampled_instructions = 8 * 20 + 13 * 8 * 5;
    EXPECT_FALSE(record.is_representative());
    const std::string text = to_text({ record }, "H200");
    EXPECT_APPROVED(line_from(text, "the 14 sampled ones"));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("sectors, ideal")));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("limited by")));
    // Counted in all blocks, sums are exact, whatever the blocks of the estimate are.
    record.observed_blocks = 1000;
    const std::string counted = to_text({ record }, "H200");
    EXPECT_THAT(counted, HasSubstr("global memory: 8 sectors, ideal 4"));
    EXPECT_APPROVED(line_from(counted, "So there is"));
    EXPECT_THAT(counted, ::testing::Not(HasSubstr("limited by")));
}

TEST(LaunchRecords, CountersOfTheMachineCodeAreThoseOfPtxasIfItIsInstalled)
{
    LaunchRecord record = sample_record();
    record.counters.shared_requests = 5;
    record.counters.divergent_branches = 3;
    record.machine = timing::MachineCounters { .instructions = 90, .sectors = 8, .wavefronts = 900, .divergent_branches = 2 };
    EXPECT_THAT(to_text({ record }, "H200"),
        HasSubstr("machine code (derived from the PTX): 900 wavefronts of shared memory, 2 divergent branches (PTX: 12)"));
    record.assembled = timing::MachineCounters { .instructions = 90, .sectors = 8, .wavefronts = 600, .divergent_branches = 1 };
    const LaunchRecord read = parse_records(to_json(record).dump() + '\n')->front();
    EXPECT_EQ(read.machine->wavefronts, 900);
    EXPECT_EQ(read.assembled->wavefronts, 600);
    EXPECT_EQ(read.assembled->divergent_branches, 1);
    EXPECT_THAT(
        to_text({ read }, "H200"), HasSubstr("machine code (of ptxas): 600 wavefronts of shared memory, 1 divergent branches"));
}

TEST(LaunchRecords, ALaunchThatTakesLongSaysHowFarItHasCome)
{
    LaunchRecord record = sample_record();
    record.finished = false;
    record.grid = { 1000, 1, 1 };
    record.emulated = std::chrono::seconds(12);
    EXPECT_APPROVED(progress_text(record));
    EXPECT_EQ(progress_line(record), "launch 1: add<float>: 12 s");
    record.ended_blocks = 250;
    const LaunchRecord read = parse_records(to_json(record).dump() + '\n')->front();
    EXPECT_APPROVED(progress_text(read));
    EXPECT_APPROVED(progress_line(read));
    record.kernel = std::string(1000, 'k');
    EXPECT_LE(progress_line(record).size(), 79U);
    record.grid = { 1, 1, 1 };
    record.ended_blocks = 0;
    EXPECT_APPROVED(line_from(progress_text(record), "none of"));
}

TEST(LaunchRecords, ManyShortLaunchesSayHowLongTheyHaveTaken)
{
    LaunchRecord record = sample_record();
    record.finished = false;
    record.number = 4000;
    record.grid = { 16, 1, 1 };
    record.before = std::chrono::seconds(10);
    record.emulated = std::chrono::milliseconds(2);
    const LaunchRecord read = parse_records(to_json(record).dump() + '\n')->front();
    EXPECT_APPROVED(launches_text(read));
    EXPECT_APPROVED(progress_line(read));
}

TEST(LaunchWatch, WritesOneOfManyShortLaunches)
{
    using namespace std::chrono_literals;
    std::mutex mutex;
    std::vector<LaunchRecord> written;
    LaunchWatch watch(50ms, [&](const LaunchRecord& record) {
        const std::scoped_lock lock(mutex);
        written.push_back(record);
    });
    int number = 0;
    for (bool is_written = false; !is_written; is_written = watch.end()) {
        LaunchRecord record = sample_record();
        record.number = static_cast<std::uint64_t>(++number);
        (void)watch.begin(record);
        if (number > 1) // the first one is short on a busy computer, too
            std::this_thread::sleep_for(1ms);
    }
    EXPECT_GT(number, 1);
    EXPECT_GT(written.front().before, 0ns);
    EXPECT_GE(written.front().before + written.front().emulated, 50ms);
}

TEST(LaunchWatch, WritesOnlyLaunchesThatTakeLong)
{
    using namespace std::chrono_literals;
    std::mutex mutex;
    std::vector<LaunchRecord> written;
    LaunchWatch watch(5ms, [&](const LaunchRecord& record) {
        const std::scoped_lock lock(mutex);
        written.push_back(record);
    });
    const auto count = [&] {
        const std::scoped_lock lock(mutex);
        return written.size();
    };
    watch.begin(sample_record()).ended_blocks = 7;
    while (count() < 2)
        std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(watch.end());
    EXPECT_EQ(written.front().ended_blocks, 7U);
    EXPECT_GE(written.front().emulated, 5ms);
    EXPECT_LT(written.front().emulated, written.back().emulated);
    LaunchWatch slow(1h, [](const LaunchRecord&) { FAIL(); });
    (void)slow.begin(sample_record());
    EXPECT_FALSE(slow.end());
}

TEST(LaunchRecords, CsvHasAColumnForEachHeading)
{
    const std::string csv = to_csv({ sample_record() });
    const auto line = csv.find('\n');
    const auto commas = [](std::string_view text) {
        return std::ranges::count(text, ',');
    };
    EXPECT_EQ(commas(csv.substr(0, line)), commas(csv.substr(line)));
}

TEST(RuntimeSettings, SurviveTheEnvironment)
{
    Settings settings;
    settings.architecture = "K40c";
    settings.checks = simt::kAllChecks;
    settings.scheduling = { simt::Scheduling::Policy::independent, 7 };
    settings.observation = Observation::sampled;
    settings.flushes_caches = true;
    settings.estimates = false;
    settings.record_file = "/tmp/x y";
    settings.capture = { "/tmp/captured", 1000, { 3, 5 }, { { "scale", 2 } } };
    EXPECT_EQ(read_settings(write_settings(settings)).value(), settings);
    EXPECT_EQ(read_settings("").value(), Settings {});
    EXPECT_THAT(read_settings("{").error().message, HasSubstr("WARPSTAGE_EXEC"));
}

TEST(DeviceProperties, FollowTheLayoutOfEachVersion)
{
    const auto& gpu = *arch::find_gpu("A100");
    const Hardware hardware { arch::traits_of(gpu.capability), gpu };
    const auto integer = [](const std::vector<std::byte>& bytes, std::size_t offset) {
        int value = 0;
        std::memcpy(&value, bytes.data() + offset, sizeof(value));
        return value;
    };
    std::vector<std::byte> twelve(properties_bytes(RuntimeVersion::cuda_12));
    std::vector<std::byte> thirteen(properties_bytes(RuntimeVersion::cuda_13));
    write_properties(twelve, RuntimeVersion::cuda_12, hardware);
    write_properties(thirteen, RuntimeVersion::cuda_13, hardware);
    EXPECT_EQ(integer(twelve, 388), 108); // multiProcessorCount
    EXPECT_EQ(integer(thirteen, 384), 108);
    EXPECT_EQ(integer(twelve, 360), 8); // major
    EXPECT_EQ(integer(thirteen, 360), 8);
    EXPECT_EQ(attribute(16, hardware), 108);
    EXPECT_EQ(attribute(75, hardware), 8);
    EXPECT_EQ(integer(twelve, 496), 32768); // maxTexture2DLayered[1]
    EXPECT_EQ(integer(thirteen, 480), 32768);
    EXPECT_EQ(attribute(29, hardware), 2048); // its layers
    EXPECT_EQ(integer(thirteen, 564), 1); // ECCEnabled
    EXPECT_EQ(attribute(0, hardware), std::nullopt);
    EXPECT_EQ(attribute(1000, hardware), std::nullopt);
}

// deviceQuery and topologyQuery print these on an H200, except the memory clock, 3201 MHz, which is computed here.
TEST(DeviceProperties, AreThoseOfTheGpu)
{
    const auto value = [](std::string_view name, int number) {
        const arch::Gpu& gpu = *arch::find_gpu(name);
        return attribute(number, { arch::traits_of(gpu.capability), gpu });
    };
    constexpr int kMemoryClock = 36;
    constexpr int kBusWidth = 37;
    constexpr int kErrorCorrection = 32;
    EXPECT_EQ(value("H200", kBusWidth), 6016);
    EXPECT_NEAR(*value("H200", kMemoryClock), 3'201'000, 3'201'000 * 0.01);
    EXPECT_EQ(value("H200", kErrorCorrection), 1);
    EXPECT_EQ(value("H200", 40), 3); // copy engines
    EXPECT_EQ(value("H200", 86), 0); // atomic operations on host memory
    EXPECT_EQ(value("T4", kBusWidth), 256);
    EXPECT_EQ(value("GeForce RTX 4090", kErrorCorrection), 0);
    EXPECT_EQ(value("B200", kMemoryClock), 0); // not published
}

TEST(ProgramFile, OnlyProgramsWithASharedRuntimeCanRun)
{
    const auto refusal = [](const ProgramFile& program) {
        const auto checked = check_program(program, "x");
        return checked ? std::string {} : checked.error().message;
    };
    EXPECT_EQ(refusal({ { "libcudart.so.12", "libc.so.6" }, true }), "");
    EXPECT_EQ(refusal({ { "libcudart.so.13" }, true }), "");
    EXPECT_THAT(refusal({ { "libc.so.6" }, true }), HasSubstr("nvcc -cudart shared"));
    EXPECT_THAT(refusal({ { "libc.so.6" }, false }), HasSubstr("not a CUDA program"));
    EXPECT_THAT(refusal({ { "libcudart.so.11.0" }, true }), HasSubstr("CUDA 12 or 13"));
    const std::vector<std::string> cublas { "libcudart.so.13", "libcublas.so.13" };
    EXPECT_EQ(refusal({ .libraries = cublas, .has_device_code = true, .imported = { "cudaMalloc" } }), "")
        << "it calls no function";
    EXPECT_THAT(refusal({ .libraries = cublas, .has_device_code = true, .imported = { "cudaMalloc", "cublasCreate_v2" } }),
        HasSubstr("calls `cublasCreate_v2` of libcublas.so.13"));
    EXPECT_THAT(refusal({ .libraries = { "libcudart.so.13", "libnppif.so.13" }, .imported = { "nppiFilter_8u_C1R_Ctx" } }),
        HasSubstr("libnppif.so.13"));
    EXPECT_EQ(refusal({ { "libcudart.so.13", "libcuda.so.1" }, true }), "");
    EXPECT_EQ(refusal({ { "libcuda.so.1", "libnvrtc.so.13" }, false }), "");
    EXPECT_EQ(refusal({ .libraries = { "libc.so.6" }, .loads_driver = true }), "");
    EXPECT_TRUE(check_program({ { "libc.so.6" } }, "/usr/bin/python3.11"));
    EXPECT_THAT(refusal({ { "libcuda.so.1" }, true, true, true }), HasSubstr("nvcc -cudart shared"));
}

TEST(ProgramFile, AStaticRuntimeIsReplacedByItsNames)
{
    ProgramFile program { .libraries = { "libc.so.6" }, .has_device_code = true, .has_static_runtime = true };
    EXPECT_FALSE(check_program(program, "x", StaticRuntime::is_replaced)) << "without names";
    program.has_symbols = true;
    EXPECT_TRUE(check_program(program, "x", StaticRuntime::is_replaced));
    EXPECT_FALSE(check_program(program, "x", StaticRuntime::stays));
}

TEST(ProgramFile, ReadsWhatAProgramNeeds)
{
    const auto self = read_program_file("/proc/self/exe");
    ASSERT_TRUE(self);
    EXPECT_THAT(self->libraries, testing::Contains("libc.so.6"));
    EXPECT_FALSE(self->has_device_code);
    EXPECT_THAT(read_program_file(WARPSTAGE_FIXTURES "/runtime/program.ptx").error().message, HasSubstr("not a program"));
    EXPECT_THAT(read_program_file("/nonexistent").error().message, HasSubstr("Cannot read"));
}

TEST(RuntimeStatus, HasTheCodesOfCuda)
{
    EXPECT_EQ(static_cast<int>(Status::illegal_address), 700);
    EXPECT_STREQ(name_of(Status::illegal_address), "cudaErrorIllegalAddress");
    EXPECT_STREQ(text_of(Status::success), "no error");
    EXPECT_APPROVED(text_of(static_cast<Status>(12345)));
    EXPECT_EQ(status_of(simt::TrapKind::misaligned), Status::misaligned);
}

} // namespace

} // namespace warpstage::runtime
