// The program as a user starts it: status, sentences, and that a refusal writes nothing.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;

struct Ended {
    int status = -1;
    std::string output; // both streams
};

Ended run(const std::string& words)
{
    const std::string command = std::string(WARPSTAGE_PROGRAM) + " " + words + " 2>&1";
    Ended ended;
    std::FILE* pipe = popen(command.c_str(), "r");
    char buffer[4096];
    while (const std::size_t read = std::fread(buffer, 1, sizeof(buffer), pipe))
        ended.output.append(buffer, read);
    const int status = pclose(pipe);
    ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ended;
}

// One sentence: one line, from the program, ending in a full stop or a closing bracket.
void expect_refusal(const std::string& words, const std::string& part)
{
    const auto ended = run(words);
    EXPECT_EQ(ended.status, 2) << words << "\n" << ended.output;
    EXPECT_EQ(ended.output.rfind("warpstage: ", 0), 0U) << words << "\n" << ended.output;
    EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 1) << words << "\n" << ended.output;
    EXPECT_NE(ended.output.find(part), std::string::npos) << words << "\n" << ended.output;
}

TEST(Program, ListsLessonsVariantsAndParameters)
{
    const auto ended = run("list");
    EXPECT_EQ(ended.status, 0);
    for (const auto* word : { "nbody", "reduction", "reduce7", "shared", "scene", "finish" })
        EXPECT_NE(ended.output.find(word), std::string::npos) << word;
}

TEST(Program, TheLessonsHaveNoHiddenFaults)
{
    for (const auto* words : { "--checks all", "--schedule independent:1" }) {
        const auto ended = run(std::string("check --engine vm --set n=256 ") + words);
        EXPECT_EQ(ended.status, 0) << words << "\n" << ended.output;
        // But for the one that is there for its race.
        EXPECT_NE(ended.output.find("race"), std::string::npos) << words << "\n" << ended.output;
    }
}

TEST(Program, WrongInputIsOneSentenceAndStatusTwo)
{
    expect_refusal("trace nbodi shared", "nbody");
    expect_refusal("trace reduction reduce9", "reduce9");
    expect_refusal("trace reduction reduce1 --set m=5", "m");
    expect_refusal("trace reduction reduce1 --set n=many", "many");
    expect_refusal("trace reduction reduce1 --set n=0", "n");
    expect_refusal("trace nbody shared --set n=1000", "256");
    expect_refusal("trace reduction reduce1 --set n=1024 --block 99", "Block 99 does not exist");
    expect_refusal("trace nbody host", "host");
    expect_refusal("check nbodi", "nbody");
    expect_refusal("list --assets /nonexistent", "/nonexistent");
    expect_refusal("--lesson nbodi --offscreen 640x360 --frames 1 --engine vm", "nbody");
    expect_refusal("--lesson nbody --variant fast --offscreen 640x360 --frames 1 --engine vm", "fast");
}

TEST(Program, ARefusalWritesNothing)
{
    const auto picture = fs::temp_directory_path() / "warpstage-program-test" / "refused.png";
    fs::remove_all(picture.parent_path());
    expect_refusal(
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
    expect_refusal("trace broken x --lessons " + root.string(), "broken");
    fs::remove_all(root);
}

TEST(Program, TraceTellsTheLectureNumbersAsJson)
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

TEST(Program, CheckPassesOnTheVirtualMachine)
{
    const auto ended = run("check reduction --engine vm --set n=1000003");
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_NE(ended.output.find("7 variants checked, 0 differ"), std::string::npos) << ended.output;
}

TEST(Program, DoctorNamesWhatItLookedAt)
{
    const auto ended = run("doctor");
    for (const auto* word : { "Virtual machine", "NVIDIA driver", "NVRTC", "OpenGL", "Fonts", "Lessons" })
        EXPECT_NE(ended.output.find(word), std::string::npos) << word << "\n" << ended.output;
}

} // namespace
