// Damaged kernels with calls, pointers and every memory space: everything that parser and lowering accept must end in a result, a
// trap or a refusal. The sanitizers check memory.
#include "core/ptx/parser.h"
#include "core/simt/machine.h"
#include "core/simt/program.h"
#include "fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

using Words = std::vector<std::string>;

// The text split into tokens: words, numbers and single characters.
Words words_of(const std::string& text)
{
    const auto is_letter = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%' || c == '$' || c == '.';
    };
    Words words;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        while (is_letter(text[at]) && end < text.size() && is_letter(text[end]))
            ++end;
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::string joined(const Words& words)
{
    std::string text;
    for (const std::string& word : words)
        text += word;
    return text;
}

// Returns the number of kernels that ran.
unsigned run_all(const std::string& text)
{
    const Result<ptx::Module> module = ptx::parse(text, "hostile.ptx");
    if (!module.ok())
        return 0;
    unsigned ran = 0;
    for (const ptx::Function& kernel : module->functions) {
        if (!kernel.entry)
            continue;
        const Result<Program> program = Program::lower(*module, kernel);
        if (!program.ok())
            continue;
        DeviceMemory memory;
        Parameters parameters;
        parameters.add(memory.allocate("out", 4096));
        std::vector<std::byte> block = parameters.bytes();
        block.resize(kernel.parameter_bytes, std::byte { 1 });
        RunOptions options;
        options.instruction_budget = 20000;
        options.limits.stack_bytes = 4096;
        const Result<LaunchOutcome> outcome = run(*program, memory, { .grid = { 2 }, .block = { 40 } }, block, options);
        ran += outcome.ok() ? 1U : 0U;
    }
    return ran;
}

class HostileRun : public testing::TestWithParam<const char*> { };

TEST_P(HostileRun, EndsByItself)
{
    std::ifstream file(fixture_folder() / (std::string(GetParam()) + ".ptx"));
    std::ostringstream stream;
    stream << file.rdbuf();
    const Words whole = words_of(stream.str());
    ASSERT_GT(run_all(joined(whole)), 0U);
    std::mt19937 random { 5 };
    unsigned ran = 0;
    for (int round = 0; round < 300; ++round) {
        Words damaged = whole;
        for (std::size_t i = 0, count = 1 + random() % 3; i < count; ++i) {
            // A token replaces another one of the same kind, so that most texts remain valid.
            const std::size_t from = random() % whole.size();
            for (std::size_t to = random() % whole.size(), tries = 0; tries < 200; to = (to + 1) % whole.size(), ++tries) {
                if (damaged[to][0] != whole[from][0] || damaged[to] == whole[from])
                    continue;
                damaged[to] = whole[from];
                break;
            }
        }
        ran += run_all(joined(damaged));
    }
    EXPECT_GT(ran, 50U) << "most texts must come as far as running";
}

INSTANTIATE_TEST_SUITE_P(Fixtures, HostileRun,
    testing::Values("call_direct", "call_recursion", "call_pointers", "memory_spaces", "printing"),
    [](const auto& name) { return std::string { name.param }; });

} // namespace

} // namespace warpstage::simt
