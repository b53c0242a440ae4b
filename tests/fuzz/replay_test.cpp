// Every input that ever crashed, hung or used too much memory, and a few handwritten ones: each ends within a second and a
// gigabyte.
#include "core/ptx/parser.h"
#include "tests/fuzz/targets.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace warpstage::fuzz {
namespace {

std::string content_of(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(file), {} };
}

std::vector<std::filesystem::path> kept_inputs()
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(WARPSTAGE_FIXTURES) / "fuzz")) {
        if (entry.path().extension() == ".ptx")
            paths.push_back(entry.path());
    }
    return paths;
}

// Peak memory of this process, in bytes.
std::size_t most_memory()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

void expect_quick_end(std::string_view text, const std::string& name)
{
    const auto begin = std::chrono::steady_clock::now();
    parse_text(text);
    run_text(text);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(seconds.count(), 20.0) << name
                                     << ": limit for an endless loop; normally one second on an idle computer without sanitizers";
    EXPECT_LT(most_memory(), std::size_t { 1 } << 30) << name;
}

TEST(KeptInputs, EndInTime)
{
    const auto inputs = kept_inputs();
    ASSERT_FALSE(inputs.empty());
    for (const auto& path : inputs)
        expect_quick_end(content_of(path), path.filename().string());
}

TEST(GiganticInputs, EndInTime)
{
    constexpr std::size_t kBytes = 50'000'000;
    expect_quick_end(std::string(kBytes, '\0'), "zero bytes");
    expect_quick_end(std::string(kBytes, '{'), "braces");
    // Texts of maximum length, and longer ones.
    std::string text = ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k() {\n.reg .b32 %r<4>;\n";
    const auto fill = [&](std::size_t bytes) {
        while (text.size() < bytes)
            text += "add.s32 %r1, %r2, %r3;\n";
    };
    fill(ptx::kMaxText - 100);
    expect_quick_end(text + "ret;\n}\n", "two thirds of a million instructions");
    expect_quick_end(text, "two thirds of a million instructions without an end");
    fill(kBytes);
    expect_quick_end(text + "ret;\n}\n", "two million instructions");
}

} // namespace
} // namespace warpstage::fuzz
