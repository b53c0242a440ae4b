// End-to-end tests of the program: exit status, messages, and that a refusal writes nothing.
#include "tests/app/cli/started_program.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace warpstage::cli {
namespace {

namespace fs = std::filesystem;

// An error message: one line with the program's name, ending with a period or a closing parenthesis.
std::string refused_command(const std::string& words)
{
    const auto ended = run(words);
    EXPECT_EQ(ended.status, 2) << words << "\n" << ended.output;
    EXPECT_EQ(ended.output.rfind("warpstage: ", 0), 0U) << words << "\n" << ended.output;
    EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 1) << words << "\n" << ended.output;
    return ended.output.substr(0, ended.output.find('\n'));
}

void expect_refusal_with(const std::string& words, const std::string& part)
{
    EXPECT_THAT(refused_command(words), testing::HasSubstr(part)) << words;
}

TEST(Program, ListsLessonsVariantsAndParameters)
{
    const auto ended = run("list");
    EXPECT_EQ(ended.status, 0);
    for (const auto* word : { "nbody", "reduction", "reduce7", "shared", "scene", "finish" })
        EXPECT_NE(ended.output.find(word), std::string::npos) << word;
}

TEST(Program, PrintsVersionCommitAndLibraries)
{
    const auto ended = run("--version");
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.output.rfind("warpstage 0.1.0 (commit ", 0), 0U) << ended.output;
    EXPECT_EQ(ended.output.find("QScintilla ") != std::string::npos, WARPSTAGE_CONSOLE == 1) << ended.output;
    for (const auto* library : { "Qt 6", "GLFW ", "Dear ImGui ", "fmt ", "nlohmann-json ", "CLI11 " })
        EXPECT_NE(ended.output.find(library), std::string::npos) << library;
}

TEST(Program, WritesASelfContainedReport)
{
    const fs::path page = fs::temp_directory_path() / "warpstage-report.html";
    const auto ended =
        run("report reduction --variant reduce1 --variant reduce2 --engine vm --set n=1024 --repeat 3 -o " + page.string());
    EXPECT_EQ(ended.status, 0) << ended.output;
    std::ifstream stream(page);
    const std::string text { std::istreambuf_iterator<char>(stream), {} };
    for (const auto* part : { "<h2>Timings</h2>", "<h2>Differences</h2>", "<h2>Source</h2>", "<svg", "__syncthreads",
             "estimated for H200 by the SM model", "bars · Reduction" })
        EXPECT_NE(text.find(part), std::string::npos) << part;
    for (const auto* other : { "src=", "href=", "url(" })
        EXPECT_EQ(text.find(other), std::string::npos) << other << " needs another file";
    fs::remove(page);
    EXPECT_APPROVED(refused_command("report reduction -o report.txt"));
    EXPECT_APPROVED(refused_command("report reduction --variant reduce99 -o report.pdf"));
}

TEST(Program, AFileOtherThanASessionIsRefused)
{
    EXPECT_APPROVED(refused_command("lits"));
    EXPECT_APPROVED(refused_command("nowhere.warpstage"));
}

TEST(Program, TheLessonsHaveNoHiddenFaults)
{
    for (const auto* words : { "--checks all", "--schedule independent:1" }) {
        // 128 is four tiles of the product: each tile in shared memory is overwritten three times.
        for (const auto* lessons :
            { "transpose reduction nbody --set n=256", "matmul --set n=128", "coalescing --set n=2048", "banks" }) {
            const auto ended = run(std::string("check --engine vm ") + words + " " + lessons);
            EXPECT_EQ(ended.status, 0) << words << " " << lessons << "\n" << ended.output;
        }
    }
}

TEST(Program, InvalidInputPrintsOneMessageAndExitsWithTwo)
{
    expect_refusal_with("trace nbodi shared", "nbody");
    expect_refusal_with("trace reduction reduce9", "reduce9");
    expect_refusal_with("trace reduction reduce1 --set m=5", "m");
    expect_refusal_with("trace reduction reduce1 --set n=many", "many");
    expect_refusal_with("trace reduction reduce1 --set n=0", "n");
    expect_refusal_with("trace nbody shared --set n=1000", "256");
    expect_refusal_with("trace reduction reduce1 --set n=1024 --block 99", "Unknown block 99");
    expect_refusal_with("trace nbody host", "host");
    expect_refusal_with("trace reduction reduce1 --arch 4.0", "4.0");
    expect_refusal_with("counters nbodi shared", "nbody");
    expect_refusal_with("counters reduction reduce9", "reduce9");
    EXPECT_APPROVED(refused_command("counters nbody host"));
    expect_refusal_with("check nbodi", "nbody");
    expect_refusal_with("list --assets /nonexistent", "/nonexistent");
    expect_refusal_with("--lesson nbodi --offscreen 640x360 --frames 1 --engine vm", "nbody");
    expect_refusal_with("--lesson nbody --variant fast --offscreen 640x360 --frames 1 --engine vm", "fast");
}

TEST(Program, ARefusalWritesNothing)
{
    const auto picture = fs::temp_directory_path() / "warpstage-program-test" / "refused.png";
    fs::remove_all(picture.parent_path());
    expect_refusal_with(
        "--lesson nbody --set n=1000 --engine vm --offscreen 640x360 --frames 1 --screenshot " + picture.string(), "256");
    EXPECT_FALSE(fs::exists(picture.parent_path()));
}

TEST(Program, ABrokenLessonIsListedWithItsReasonAndTheOthersWork)
{
    const auto root = fs::temp_directory_path() / "warpstage-program-test-lessons";
    fs::remove_all(root);
    fs::create_directories(root / "99-broken");
    std::ofstream(root / "99-broken" / "lesson.toml") << "id = \"broken\"\nnumber = \n";
    const auto ended = run("list --lessons " + root.string());
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_NE(ended.output.find("broken: "), std::string::npos);
    EXPECT_NE(ended.output.find("lesson.toml"), std::string::npos);
    EXPECT_NE(ended.output.find("reduce7"), std::string::npos);
    expect_refusal_with("trace broken x --lessons " + root.string(), "broken");
    fs::remove_all(root);
}

TEST(Program, ALessonWithTheIdOfABuiltInOneIsReported)
{
    const auto root = fs::temp_directory_path() / "warpstage-program-test-replaced";
    fs::remove_all(root);
    fs::create_directories(root / "warpstage");
    ASSERT_EQ(run("new-lesson reduction --in " + (root / "warpstage" / "lessons").string()).status, 0);
    // The user's folder needs no option.
    ::setenv("XDG_DATA_HOME", root.c_str(), 1); // NOLINT(concurrency-mt-unsafe): before the program starts
    const auto ended = run("list");
    ::unsetenv("XDG_DATA_HOME"); // NOLINT(concurrency-mt-unsafe)
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_NE(ended.output.find("Lesson `reduction` in " + (root / "warpstage/lessons/reduction").string() + " replaces "),
        std::string::npos)
        << ended.output;
    fs::remove_all(root);
}

TEST(Program, TrajectoriesListBodiesAndReportTheDrift)
{
    const auto ended = run("trajectory nbody shared --engine vm --set n=256 --steps 4 --every 2");
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_NE(ended.output.find("step,body,x,y,vx,vy\n0,0,"), std::string::npos);
    EXPECT_NE(ended.output.find("\n4,255,"), std::string::npos);
    EXPECT_EQ(ended.output.find("\n1,0,"), std::string::npos);
    EXPECT_NE(ended.output.find("maximum drift: energy "), std::string::npos);
    EXPECT_APPROVED(refused_command("trajectory reduction reduce1 --engine vm"));
    EXPECT_APPROVED(refused_command("trajectory nbody shared --engine vm --steps 1000000 --every 1"));
}

TEST(Program, TheTransposeOfALargePowerOfTwoCampsOnTheGpuOfTheLecture)
{
    const auto ended = run("trace transpose naive --set n=4096 --arch GTX280 --by access");
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_APPROVED(line_from(ended.output, "1.0 of")) << ended.output;
    EXPECT_EQ(run("trace transpose copy --set n=4096 --arch GTX280 --by access").output.find("camping"), std::string::npos);
    EXPECT_EQ(run("trace transpose naive --set n=256 --arch 9.0 --by access").output.find("partitions"), std::string::npos);
}

// Bank conflicts of reduce2 on a GPU of 2008 and on one of 2022, from the same kernel.
TEST(Program, TraceEvaluatesTheRunForAnotherGeneration)
{
    const auto worst = [](const std::string& architecture) {
        const auto ended = run("trace reduction reduce2 --set n=2^20 --json --arch " + architecture);
        EXPECT_EQ(ended.status, 0) << ended.output;
        unsigned most = 0;
        const auto json = nlohmann::json::parse(ended.output);
        for (const auto& line : json["kernels"][0]["lines"])
            most = std::max(most, line["worst_wavefronts"].get<unsigned>());
        return most;
    };
    EXPECT_EQ(worst("9.0"), 8U);
    EXPECT_GT(worst("GTX280"), 8U) << "16 banks";
}

TEST(Program, TracePrintsTheOccupancyAndItsLimiter)
{
    const std::string trace = "trace latency follow_1 --set shared=49152 --by kernel";
    EXPECT_APPROVED(line_from(run(trace).output, "theoretical occupancy:")) << run(trace).output;
    EXPECT_APPROVED(line_from(run("trace latency follow_1 --by kernel --registers 64").output, "theoretical occupancy:"));
    const auto json = nlohmann::json::parse(run(trace + " --json --arch GTX280 --set shared=8192 --registers 8").output);
    const auto& occupancy = json["kernels"][0]["theoretical_occupancy"];
    EXPECT_EQ(occupancy["warps"], 8) << "two blocks of 8192 bytes in 16 KiB";
    EXPECT_EQ(occupancy["max_warps"], 32);
    EXPECT_EQ(occupancy["limited_by"], nlohmann::json::array({ "shared memory" }));
    EXPECT_EQ(occupancy["registers_per_thread"], 8);
    EXPECT_EQ(occupancy["upper_bound"], false);
    EXPECT_EQ(run("trace reduction reduce1 --warp-width 2 --by kernel").output.find("occupancy"), std::string::npos)
        << "no GPU has such warps";
}

// An atomic operation is in a header of CUDA: every table shows the line of the call.
TEST(Program, TraceListsOnlyLinesOfTheLesson)
{
    const auto json = nlohmann::json::parse(run("trace hazards count_atomic --by access --json").output);
    std::set<unsigned> lines;
    for (const auto& access : json["kernels"][0]["accesses"])
        lines.insert(access["line"].get<unsigned>());
    EXPECT_TRUE(lines.contains(172)) << json.dump(1);
    EXPECT_FALSE(lines.contains(107)) << "of the header";
}

TEST(Program, TraceAsCsvHasARowPerItemOfTheRequestedLevel)
{
    for (const auto* level : { "kernel", "line", "instruction", "access", "iteration" }) {
        const auto ended = run(std::string("trace reduction reduce2 --set n=2^12 --csv --by ") + level);
        ASSERT_EQ(ended.status, 0) << ended.output;
        EXPECT_EQ(ended.output.rfind("kernel,architecture,block,blocks", 0), 0U) << ended.output;
        EXPECT_GT(std::count(ended.output.begin(), ended.output.end(), '\n'), 1) << level;
        const auto text = run(std::string("trace reduction reduce2 --set n=2^12 --by ") + level);
        EXPECT_EQ(text.status, 0);
        EXPECT_APPROVED(line_from(text.output, "computed from"));
        const auto json = run(std::string("trace reduction reduce2 --set n=2^12 --json --by ") + level);
        EXPECT_EQ(nlohmann::json::parse(json.output)["kernels"][0]["architecture"], "CC 9.0");
    }
}

TEST(Program, TraceAsJsonHasTheNumbersOfTheLecture)
{
    const auto ended = run("trace reduction reduce2 --set n=2^20 --json");
    ASSERT_EQ(ended.status, 0) << ended.output;
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_EQ(json["lesson"], "reduction");
    bool found = false;
    for (const auto& line : json["kernels"][0]["lines"]) {
        if (line["shared_requests"] == 36) {
            found = true;
            EXPECT_EQ(line["wavefronts"], 141);
            EXPECT_EQ(line["wavefronts_ideal"], 36);
        }
    }
    EXPECT_TRUE(found) << ended.output;
}

TEST(Program, AnExpectedRaceIsNotAFailure)
{
    const auto checked = run("check reduction --engine vm --set n=4096 --checks all");
    EXPECT_EQ(checked.status, 0) << checked.output;
    EXPECT_NE(checked.output.find("detected: Race on __shared__"), std::string::npos) << checked.output;
    const auto drifting = run("check reduction --engine vm --set n=4096 --schedule independent:1");
    EXPECT_EQ(drifting.status, 0) << drifting.output;
    EXPECT_NE(drifting.output.find("reduce5_volatile expected fault"), std::string::npos) << drifting.output;
    EXPECT_NE(drifting.output.find("reduce5_plain  expected fault"), std::string::npos) << drifting.output;
}

TEST(Program, EveryHazardIsDetectedAndEveryRepairPasses)
{
    const auto ended = run("check hazards --engine vm --set n=512");
    EXPECT_EQ(ended.status, 0) << ended.output;
    for (const auto* sentence : { "expected fault detected: Race on __shared__ memory: write by thread",
             "read by thread (31,0,0) at line 13 and write by thread (32,0,0) at line 12",
             "expected fault detected: Barrier in divergent code: 16 of the 32 active threads of warp 3 wait",
             "expected fault detected: Race on __global__ memory", "15 variants checked, 0 differ" })
        EXPECT_NE(ended.output.find(sentence), std::string::npos) << sentence << "\n" << ended.output;
}

TEST(Program, ANewLessonPassesCheckAndLint)
{
    const auto root = fs::temp_directory_path() / "warpstage-program-test-new";
    fs::remove_all(root);
    const auto made = run("new-lesson my-lesson --in " + root.string());
    EXPECT_EQ(made.status, 0) << made.output;
    const auto checked = run("check my-lesson --engine vm --lessons " + root.string());
    EXPECT_EQ(checked.status, 0) << checked.output;
    EXPECT_NE(checked.output.find("2 variants checked, 0 differ"), std::string::npos) << checked.output;
    const auto linted = run("lint-lesson " + (root / "my-lesson").string());
    EXPECT_EQ(linted.status, 0) << linted.output;
    EXPECT_APPROVED(line_from(linted.output, "no problems")) << linted.output;

    expect_refusal_with("new-lesson my-lesson --in " + root.string(), "already exists. Choose another name.");
    expect_refusal_with("new-lesson 'My lesson' --in " + root.string(),
        "Invalid lesson name `My lesson`. Use lower-case letters, digits, - and _, for example my-lesson.");
    std::ofstream(root / "my-lesson" / "lesson.cs.toml") << "[texts]\n";
    const auto untranslated = run("lint-lesson " + (root / "my-lesson").string());
    EXPECT_EQ(untranslated.status, 0) << untranslated.output;
    EXPECT_NE(untranslated.output.find("lesson.cs.toml: `"), std::string::npos) << untranslated.output;
    EXPECT_EQ(run("lint-lesson --translations " + (root / "my-lesson").string()).status, 1);
    fs::remove(root / "my-lesson" / "kernels.ptx");
    const auto broken = run("lint-lesson " + (root / "my-lesson").string());
    EXPECT_EQ(broken.status, 1);
    EXPECT_APPROVED(line_from(broken.output, "my-lesson/kernels.ptx is")) << broken.output;
    fs::remove_all(root);
}

TEST(Program, CheckPassesOnTheVirtualMachine)
{
    const auto ended = run("check reduction --engine vm --set n=1000003");
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_NE(ended.output.find("21 variants checked, 0 differ"), std::string::npos) << ended.output;
}

TEST(Program, FiguresAreWrittenInAllFormats)
{
    const auto folder = fs::temp_directory_path() / "warpstage-program-test-figures";
    fs::remove_all(folder);
    fs::create_directories(folder);
    const std::pair<const char*, const char*> beginnings[] = { { "png", "\x89PNG" }, { "svg", "<?xml" }, { "pdf", "%PDF" } };
    for (const auto& [ending, beginning] : beginnings) {
        const auto path = (folder / "a.").string() + ending;
        const auto ended = run("figure banks reduction reduce2 --set n=4096 --arch 1.3 -o " + path);
        EXPECT_EQ(ended.status, 0) << ended.output;
        EXPECT_EQ(ended.output, path + "\n") << "only the file name is printed";
        std::ifstream stream(path, std::ios::binary);
        const std::string content { std::istreambuf_iterator<char>(stream), {} };
        EXPECT_TRUE(content.starts_with(beginning)) << path;
    }
    fs::remove_all(folder);
}

TEST(Program, FigureListsItsKinds)
{
    const auto ended = run("figure --list");
    EXPECT_EQ(ended.status, 0) << ended.output;
    for (const auto* kind : { "banks ", "lanes ", "source ", "timings " })
        EXPECT_NE(ended.output.find(kind), std::string::npos) << kind;
}

TEST(Program, AnImpossibleFigureIsReportedInOneMessage)
{
    const auto folder = fs::temp_directory_path() / "warpstage-program-test-no-figures";
    fs::remove_all(folder);
    fs::create_directories(folder);
    const auto to = " --set n=1024 -o " + folder.string();
    expect_refusal_with("figure", "`figure` requires KIND LESSON VARIANT and -o FILE");
    expect_refusal_with("figure banks reduction reduce2", "`figure` requires KIND LESSON VARIANT and -o FILE");
    EXPECT_APPROVED(refused_command("figure bank reduction reduce2" + to + "/a.svg"));
    EXPECT_APPROVED(refused_command("figure banks reductoin reduce2" + to + "/a.svg"));
    EXPECT_APPROVED(refused_command("figure banks reduction reduc2" + to + "/a.svg"));
    expect_refusal_with("figure banks reduction reduce2 --arch 4.0" + to + "/a.svg", "Unknown architecture `4.0`");
    EXPECT_APPROVED(refused_command("figure banks reduction reduce2 --line 1" + to + "/a.svg"));
    expect_refusal_with("figure banks reduction reduce2 --access 99" + to + "/a.svg", "Unknown access 99");
    EXPECT_APPROVED(refused_command("figure partitions reduction reduce2 --arch GTX280 --access 9" + to + "/a.svg"));
    expect_refusal_with("figure lanes reduction reduce2 --warp 99" + to + "/a.svg", "Unknown warp 99");
    expect_refusal_with("figure lanes reduction reduce2 --block 99" + to + "/a.svg", "Unknown block 99");
    expect_refusal_with("figure matrix reduction reduce2" + to + "/a.svg", "The figure `matrix` requires `--tile ROWSxCOLUMNS`");
    EXPECT_APPROVED(refused_command("figure matrix reduction reduce2 --tile 32" + to + "/a.svg"));
    for (const auto* tile : { "0x4", "4x0", "4x4+", "4x4+x", "999x4", "4x4+1x" })
        expect_refusal_with(
            std::string("figure matrix reduction reduce2 --tile ") + tile + to + "/a.svg", "`--tile` requires ROWSxCOLUMNS");
    expect_refusal_with("figure occupancy reduction reduce2" + to + "/a.svg", "The figure `occupancy` requires `--registers N`");
    expect_refusal_with("figure compare reduction reduce2" + to + "/a.svg", "The figure `compare` requires `--with VARIANT`");
    EXPECT_APPROVED(refused_command("figure compare reduction reduce2 --with reduc3" + to + "/a.svg"));
    expect_refusal_with("figure tree reduction reduce2 --iteration 99" + to + "/a.svg", "Unknown iteration 99");
    EXPECT_APPROVED(refused_command("figure sectors reduction reduce2 --line 1" + to + "/a.svg"));
    EXPECT_APPROVED(refused_command("figure banks nbody global" + to + "/a.svg"));
    EXPECT_APPROVED(refused_command("figure banks nbody host" + to + "/a.svg"));
    expect_refusal_with("figure banks reduction reduce2" + to + "/a.jpg", "A figure is written as .png, .svg or .pdf");
    expect_refusal_with(
        "figure banks reduction reduce2" + to + "/none/a.svg", "the folder " + folder.string() + "/none does not exist.");
    expect_refusal_with("figure banks reduction reduce2 --scale 2" + to + "/a.svg", "`--scale` applies to PNG only");
    expect_refusal_with("figure banks reduction reduce2 --scale 5" + to + "/a.png", "5");
    expect_refusal_with("figure banks reduction reduce2 --theme blue" + to + "/a.png", "blue");
    for (const auto* size : { "10x10", "760", "99999x500", "500x-1", "x", "1e3x500" })
        expect_refusal_with(std::string("figure banks reduction reduce2 --size ") + size + to + "/a.svg",
            "`--size` requires WIDTHxHEIGHT in points, for example 760x440, from 480x360 to 4000x4000, not `" + std::string(size)
                + "`.");
    EXPECT_TRUE(fs::is_empty(folder));
    fs::remove_all(folder);
}

TEST(Program, RulesAgreeWithEveryRowThatAnH200Counted)
{
    const std::string fixtures = WARPSTAGE_FIXTURES;
    const auto shared = run("rules " + fixtures + "/h200/shared_banks.csv");
    EXPECT_EQ(shared.status, 0);
    EXPECT_APPROVED(line_from(shared.output, "rows that"));
    const auto global = run("rules " + fixtures + "/h200/global_sectors.csv --arch H200");
    EXPECT_EQ(global.status, 0);
    EXPECT_APPROVED(line_from(global.output, "global_sectors.csv evaluated"));
    EXPECT_APPROVED(line_from(global.output, "rows that"));
    EXPECT_EQ(run("rules " + fixtures + "/arch/shared_cc3_8byte.csv --arch 'K40c:8byte'").status, 0);
}

TEST(Program, RulesListTheRowsThatDifferWithStatusOne)
{
    const auto file = fs::temp_directory_path() / "warpstage-program-test-rules.csv";
    std::string column;
    for (int lane = 0; lane < 32; ++lane)
        column += " " + std::to_string(128 * lane);
    std::ofstream(file) << "op,bytes_per_lane,name,active_mask,byte_offset_per_lane,wavefronts\nld,4,column,ffffffff," << column
                        << ",32\n";
    EXPECT_EQ(run("rules " + file.string() + " --arch 2.0").status, 0);
    const auto tesla = run("rules " + file.string() + " --arch 1.3");
    EXPECT_EQ(tesla.status, 0) << "16-way for each of two half-warps";
    const auto kepler = run("rules " + file.string() + " --arch 3.5");
    EXPECT_EQ(kepler.status, 1);
    EXPECT_NE(kepler.output.find("1 of 1 rows differ"), std::string::npos) << kepler.output;
    EXPECT_NE(kepler.output.find("ld   4 B  column  ffffffff          16  wavefronts counted: 32"), std::string::npos)
        << kepler.output;
    fs::remove(file);
}

TEST(Program, RulesRefuseWhatTheyCannotRead)
{
    const auto file = fs::temp_directory_path() / "warpstage-program-test-broken.csv";
    std::ofstream(file) << "op,bytes_per_lane,active_mask,byte_offset_per_lane\nld,5,f,0\n";
    expect_refusal_with(
        "rules " + file.string(), "warpstage-program-test-broken.csv:2:4: bytes_per_lane requires 1, 2, 4, 8 or 16, not `5`.");
    expect_refusal_with("rules " + file.string() + " --arch 3.6", "Unknown architecture `3.6`. Did you mean `3.0`?");
    EXPECT_APPROVED(refused_command("rules /nonexistent.csv"));
    EXPECT_APPROVED(refused_command("rules /tmp"));
    fs::remove(file);
}

TEST(Program, RulesMeasureAccessesInRangeOrReportWhyNot)
{
    const auto file = fs::temp_directory_path() / "warpstage-program-test-measure.csv";
    std::string column;
    for (int lane = 0; lane < 32; ++lane)
        column += " " + std::to_string(4096 * lane);
    std::ofstream(file) << "op,bytes_per_lane,name,active_mask,byte_offset_per_lane,wavefronts\nld,4,far,ffffffff," << column
                        << ",32\n";
    expect_refusal_with("rules " + file.string() + " --measure",
        "Line 2: lane 12 accesses byte 49152, but `--measure` provides 49152 bytes of shared memory.");
    // The first 11 lanes are in range: counted if a GPU with readable counters exists, else an error message.
    std::ofstream(file) << "op,bytes_per_lane,name,active_mask,byte_offset_per_lane,wavefronts\nld,4,near,000007ff," << column
                        << ",11\n";
    const auto measured = run("rules " + file.string() + " --measure");
    if (measured.status == 0)
        EXPECT_APPROVED(line_from(measured.output, "rows that")) << measured.output;
    else
        EXPECT_EQ(measured.status, 2) << measured.output;
    fs::remove(file);
}

TEST(Program, ASweepGoesThroughAllValues)
{
    const auto swept = run("sweep coalescing offset --parameter offset=0,1 --arch 1.0 --arch 9.0 --engine vm --set n=2048 "
                           "--repeat 2 --csv");
    EXPECT_EQ(swept.status, 0) << swept.output;
    // The load by 8 warps.
    for (const auto* const row :
        { "right,CC 1.0,sectors,8,32,32,GeForce 8800 GTX,", "right,CC 1.0,sectors,8,256,32,GeForce 8800 GTX,",
            "right,CC 9.0,sectors,8,32,32,H200,", "right,CC 9.0,sectors,8,40,32,H200," })
        EXPECT_NE(swept.output.find(row), std::string::npos) << swept.output;
    EXPECT_APPROVED(refused_command("sweep coalescing offset --parameter offset=0..2000 --engine vm"));
    EXPECT_APPROVED(refused_command("sweep coalescing offset --parameter offset=1020..1030 --engine vm"));
    EXPECT_APPROVED(refused_command("sweep coalescing offset --parameter ofset=0..3 --engine vm"));
    expect_refusal_with("sweep coalescing offset --parameter offset=0..3 --engine vm -o curve.gif", "curve.gif");
}

TEST(Program, AWrongPatternGetsACaret)
{
    const auto ended = run("trace banks explorer --set 'pattern=(tid%4*33'");
    EXPECT_EQ(ended.status, 2);
    EXPECT_APPROVED(ended.output);
}

TEST(Program, GpusListsCapabilitiesOptionsAndSources)
{
    const auto ended = run("gpus");
    EXPECT_EQ(ended.status, 0);
    for (const auto* word : { "1.0 ", "12.1", ":4byte or :8byte", "GeForce GTX 280", "H200", "white paper" })
        EXPECT_NE(ended.output.find(word), std::string::npos) << word << "\n" << ended.output;
}

TEST(Program, GpusPrintsTheTimingOfACapabilityWithItsSources)
{
    const auto usual = run("gpus --timing");
    EXPECT_EQ(usual.status, 0);
    EXPECT_NE(usual.output.find("CC 9.0"), std::string::npos) << usual.output;
    const auto ended = run("gpus --timing --arch GTX280");
    EXPECT_EQ(ended.status, 0);
    for (const auto* word : { "CC 1.3", "fp32 latency", "DRAM latency", "440", "Wong 2010", "ISPASS 2010" })
        EXPECT_NE(ended.output.find(word), std::string::npos) << word << "\n" << ended.output;
    EXPECT_EQ(run("gpus --arch 1.3").status, 2) << "--arch belongs to --timing";
    EXPECT_EQ(run("gpus --timing --arch 4.0").status, 2);
}

TEST(Program, DoctorListsWhatItChecked)
{
    const auto ended = run("doctor");
    for (const auto* word : { "Virtual machine", "NVIDIA driver", "NVRTC", "OpenGL", "Fonts", "Lessons" })
        EXPECT_NE(ended.output.find(word), std::string::npos) << word << "\n" << ended.output;
}

TEST(Program, DoctorCountsOwnLessonsApart)
{
    const fs::path data = fs::path(::testing::TempDir()) / "doctor_data";
    fs::remove_all(data);
    fs::create_directories(data / "warpstage/lessons");
    fs::copy(fs::path { WARPSTAGE_ASSETS } / "lessons/03-banks", data / "warpstage/lessons/mine", fs::copy_options::recursive);
    std::ifstream read(data / "warpstage/lessons/mine/lesson.toml");
    std::string text { std::istreambuf_iterator<char>(read), {} };
    text.replace(text.find("id = \"banks\""), 12, "id = \"minea\"");
    std::ofstream(data / "warpstage/lessons/mine/lesson.toml") << text;
    ASSERT_EQ(::setenv("XDG_DATA_HOME", data.c_str(), 1), 0);
    const auto ended = run("doctor", kOutputOnly);
    ::unsetenv("XDG_DATA_HOME");
    EXPECT_NE(ended.output.find("18 in "), std::string::npos) << ended.output;
    EXPECT_APPROVED(line_from(ended.output, "1 in")) << ended.output;
    fs::remove_all(data);
}

TEST(Program, LintFindsAnAccessThatDoesNotExist)
{
    const fs::path lesson = fs::path(::testing::TempDir()) / "access_lesson";
    fs::remove_all(lesson);
    fs::copy(fs::path { WARPSTAGE_ASSETS } / "lessons/03-banks", lesson, fs::copy_options::recursive);
    std::ifstream read(lesson / "lesson.toml");
    const std::string whole { std::istreambuf_iterator<char>(read), {} };
    const std::string cue = "figure = \"banks\"\nline = \"sum += s[tid + offset\"\n";
    for (const auto* access : { "1", "9" }) {
        std::string text = whole;
        text.replace(text.find(cue), cue.size(), cue + "access = " + access + "\n");
        std::ofstream(lesson / "lesson.toml") << text;
        const auto ended = run("lint-lesson " + lesson.string());
        EXPECT_EQ(ended.status, access == std::string_view { "1" } ? 0 : 1) << ended.output;
        EXPECT_EQ(ended.output.find("`access` is 9, but line") != std::string::npos, access == std::string_view { "9" })
            << ended.output;
    }
    fs::remove_all(lesson);
}

// A copied program folder on a computer without fonts: the program uses its own fonts and names the packages for other scripts.
TEST(Program, NeedsNoFontsOfTheSystem)
{
    const auto none = fs::path(::testing::TempDir()) / "no_fonts.conf";
    std::ofstream(none) << "<?xml version=\"1.0\"?><fontconfig><dir>/nonexistent</dir></fontconfig>";
    ASSERT_EQ(::setenv("FONTCONFIG_FILE", none.c_str(), 1), 0);
    const auto ended = run("doctor", kOutputOnly);
    ::unsetenv("FONTCONFIG_FILE");
    EXPECT_APPROVED(line_from(ended.output, "Inter and")) << ended.output;
    EXPECT_NE(ended.output.find("Latin, Greek, Cyrillic"), std::string::npos) << ended.output;
    EXPECT_APPROVED(line_from(ended.output, "Install the package")) << ended.output;
}

// With a fontconfig that has no file of fonts at all: byte for byte the picture of a computer with hundreds.
TEST(Program, DrawsTheSamePictureWithoutFontsOfTheSystem)
{
    const auto picture_of = [](const std::string& name) -> std::string {
        const auto path = fs::path(::testing::TempDir()) / ("warpstage-" + name + ".png");
        fs::remove(path);
        const auto ended = run("--lesson reduction --engine vm --offscreen 960x540 --frames 5 --screenshot " + path.string());
        EXPECT_EQ(ended.output.find("install the package"), std::string::npos) << ended.output;
        std::ifstream file(path, std::ios::binary);
        return { std::istreambuf_iterator<char>(file), {} };
    };
    const auto with = picture_of("with-fonts");
    if (with.empty())
        GTEST_SKIP() << "OpenGL draws nothing off screen here";
    ASSERT_EQ(::setenv("FONTCONFIG_FILE", "/dev/null", 1), 0);
    const auto without = picture_of("without-fonts");
    ::unsetenv("FONTCONFIG_FILE");
    EXPECT_TRUE(with == without) << with.size() << " bytes, without fonts " << without.size();
}

} // namespace
} // namespace warpstage::cli
