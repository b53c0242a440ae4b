// End-to-end tests of `warpstage tune`, `limits` and --gpu, with separate user settings.
#include "tests/approved.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;

class TuneProgram : public testing::Test {
protected:
    void SetUp() override
    {
        const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
        m_folder = fs::path { testing::TempDir() } / (std::string { "warpstage-" } + test->name());
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
    }

    void TearDown() override { fs::remove_all(m_folder); }

    [[nodiscard]] fs::path tuned_file() const { return m_folder / "warpstage" / "tuned.toml"; }

    // Both streams.
    std::string run(const std::string& words, int status, const std::string& environment = {}) const
    {
        const std::string command = "XDG_CONFIG_HOME=" + m_folder.string() + " XDG_CACHE_HOME=" + m_folder.string() + " "
            + environment + " " + WARPSTAGE_PROGRAM + " " + words + " 2>&1";
        std::string output;
        std::FILE* pipe = popen(command.c_str(), "r");
        char buffer[4096];
        while (const std::size_t read = std::fread(buffer, 1, sizeof(buffer), pipe))
            output.append(buffer, read);
        const int ended = pclose(pipe);
        EXPECT_TRUE(WIFEXITED(ended) && WEXITSTATUS(ended) == status) << words << "\n" << output;
        return output;
    }

    // On a computer with the fake driver.
    std::string run_on_fake(const std::string& words, int status, const std::string& switches) const
    {
        return run(words, status, "LD_LIBRARY_PATH=" WARPSTAGE_FAKE_DRIVER_FOLDER " WARPSTAGE_FAKE_CUDA='" + switches + "'");
    }

private:
    fs::path m_folder;
};

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

TEST_F(TuneProgram, TunedValuesAreUsedAndShownLater)
{
    const std::string words = " --engine vm --set n=64";
    const auto tuned = run("tune transpose padded" + words, 0);
    EXPECT_TRUE(has(tuned, "best for padded of lesson transpose (n from 2^6 to less than twice that number): block_rows="))
        << tuned;
    EXPECT_TRUE(has(tuned, "results of the fastest combinations verified with n=64")) << tuned;
    EXPECT_TRUE(has(tuned, "saved to " + tuned_file().string())) << tuned;
    ASSERT_TRUE(fs::exists(tuned_file()));

    const auto bench = " --variant padded --engine vm --repeat 1";
    EXPECT_TRUE(has(run(std::string { "bench transpose --set n=64" } + bench, 0), "tuned: block_rows="));
    EXPECT_TRUE(has(run("check transpose" + words, 0), "tuned: block_rows="));
    EXPECT_FALSE(has(run(std::string { "bench transpose --set n=128" } + bench, 0), "tuned:")) << "another size";
    const auto said = run(std::string { "bench transpose --set n=64 --set tile=16 --set block_rows=8" } + bench, 0);
    EXPECT_FALSE(has(said, "tuned:")) << said;
    EXPECT_TRUE(has(said, "tile=16")) << said;
}

TEST_F(TuneProgram, NoKeepSavesNothing)
{
    EXPECT_TRUE(has(run("tune reduction reduce3 --engine vm --set n=4096 --no-keep", 0), "best for reduce3"));
    EXPECT_FALSE(fs::exists(tuned_file()));
}

TEST_F(TuneProgram, ABrokenFileIsReportedWithItsLineAndTheProgramContinues)
{
    fs::create_directories(tuned_file().parent_path());
    std::ofstream(tuned_file()) << "[[tuned]]\ndevice = \n";
    const auto output = run("bench reduction --variant reduce3 --engine vm --set n=4096 --repeat 1", 0);
    EXPECT_TRUE(has(output, "warpstage: " + tuned_file().string() + ":2: ")) << output;
    EXPECT_TRUE(has(output, "The other settings in the file are used.")) << output;
    EXPECT_TRUE(has(output, "reduction reduce3")) << output;
    const auto tuned = run("tune reduction reduce3 --engine vm --set n=4096", 2);
    EXPECT_TRUE(has(tuned, "Nothing was written; correct or remove the file first.")) << tuned;
}

TEST_F(TuneProgram, InvalidInputIsReportedInOneMessage)
{
    EXPECT_APPROVED(run("tune reduction reduce33 --engine vm", 2));
    EXPECT_APPROVED(run("tune reduction sequential --engine vm", 2));
    EXPECT_APPROVED(run("bench reduction --engine vm --set n=0", 2));
    EXPECT_APPROVED(run("limits --engine vm", 2));
    EXPECT_APPROVED(run("bench reduction --gpu 0 --engine vm", 2));
}

TEST_F(TuneProgram, AnUnknownGpuIsRefusedWithAListOfAll)
{
    const std::string sentence = "warpstage: Unknown GPU 9: the driver lists GPU 0 (Fake GPU) and GPU 1 (Fake GPU). Select "
                                 "another one with `--gpu`, or use the virtual machine.\n";
    for (const auto* words : { "bench reduction --gpu 9", "check reduction --gpu 9", "limits --gpu 9",
             "tune reduction reduce3 --gpu 9", "--gpu 9 --offscreen 640x360 --frames 1" })
        EXPECT_EQ(run_on_fake(words, 2, "devices=2"), sentence) << words;
}

TEST_F(TuneProgram, DoctorListsAllGpus)
{
    const auto output = run_on_fake("doctor", 0, "devices=2");
    for (const auto* part : { "GPU 0 ", "GPU 1 ", "cuBLAS" })
        EXPECT_TRUE(has(output, part)) << output;
}

} // namespace
