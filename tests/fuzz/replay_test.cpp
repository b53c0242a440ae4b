// Every input that ever crashed, hung or used too much memory, and a few handwritten ones: each ends within a second and a
// gigabyte.
#include "core/ptx/parser.h"
#include "tests/fuzz/target_table.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <string>
#include <string_view>

namespace warpstage::fuzz {
namespace {

// Peak memory of this process, in bytes.
std::size_t most_memory()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

void expect_quick_end(const Target& target, std::string_view text, const std::string& input)
{
    const std::string name = std::string(target.name) + ": " + input;
    const auto begin = std::chrono::steady_clock::now();
    target.run(text);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(seconds.count(), 20.0) << name
                                     << ": limit for an endless loop; normally one second on an idle computer without sanitizers";
    EXPECT_LT(most_memory(), std::size_t { 1 } << 30) << name;
}

TEST(KeptInputs, EndInTime)
{
    for (const Target& target : kTargets) {
        const auto inputs = kept_inputs(target);
        EXPECT_FALSE(inputs.empty()) << target.name;
        for (const auto& path : inputs)
            expect_quick_end(target, content_of(path), path.filename().string());
    }
}

TEST(LargeInputs, EndInTime)
{
    constexpr std::size_t kBytes = 1'000'000;
    for (const Target& target : kTargets) {
        expect_quick_end(target, std::string(kBytes, '\0'), "zero bytes");
        for (const char* part : { "{", "(", "[", "a,", "1+", "\"\\", "x\n", "[[a]]\n", "_Z1fI" }) {
            std::string text;
            while (text.size() < kBytes)
                text += part;
            expect_quick_end(target, text, part);
        }
    }
}

void expect_quick_ptx(std::string_view text, const std::string& name)
{
    for (const Target& target : kTargets) {
        if (std::string_view(target.folder) == "ptx")
            expect_quick_end(target, text, name);
    }
}

TEST(GiganticInputs, EndInTime)
{
    constexpr std::size_t kBytes = 50'000'000;
    expect_quick_ptx(std::string(kBytes, '\0'), "zero bytes");
    expect_quick_ptx(std::string(kBytes, '{'), "braces");
    // Texts of maximum length, and longer ones.
    std::string text = ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k() {\n.reg .b32 %r<4>;\n";
    const auto fill = [&](std::size_t bytes) {
        while (text.size() < bytes)
            text += "add.s32 %r1, %r2, %r3;\n";
    };
    fill(ptx::kMaxText - 100);
    expect_quick_ptx(text + "ret;\n}\n", "two thirds of a million instructions");
    expect_quick_ptx(text, "two thirds of a million instructions without an end");
    fill(kBytes);
    expect_quick_ptx(text + "ret;\n}\n", "two million instructions");
}

} // namespace
} // namespace warpstage::fuzz
