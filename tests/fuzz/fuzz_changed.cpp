// fuzz_changed TARGET SECONDS [SEED]: runs a target on changed inputs for that time. A failing input is saved in the current
// folder; keep it in tests/fixtures/fuzz. The inputs are not guided by coverage and this build may have no sanitizers: tools/fuzz
// finds more.
// fuzz_changed TARGET --write FOLDER COUNT [SEED]: writes changed inputs as FOLDER/0, FOLDER/1, … and runs nothing
// (tests/fuzz/changed_files.py).
#include "core/base/text.h"
#include "tests/fuzz/changed_inputs.h"
#include "tests/fuzz/target_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>

namespace warpstage::fuzz {
namespace {

constexpr std::uint64_t kSeed = 20'261'126;

// The kept inputs and the examples, in an order that is the same on every computer.
std::vector<std::string> inputs_of(const Target& target)
{
    auto paths = kept_inputs(target);
    for (const auto folder : text::split(target.examples, ' ')) {
        if (folder.empty())
            continue;
        for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(WARPSTAGE_FIXTURES) / folder))
            if (entry.is_regular_file() && entry.file_size() <= kMaxBytes)
                paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    std::vector<std::string> inputs;
    for (const auto& path : paths)
        inputs.push_back(content_of(path));
    return inputs;
}

int run_target(const Target& target, int seconds, std::uint64_t seed)
{
    const auto result = run_changed(target.run, inputs_of(target), seed, { .all = std::chrono::seconds { seconds } });
    fmt::print("{}: {} inputs with seed {} in {} s.\n", target.name, result.inputs, seed, seconds);
    if (result.failure.empty())
        return 0;
    const auto name = fmt::format("{}-{}-{}", target.name, seed, result.inputs);
    std::ofstream(name, std::ios::binary) << result.input;
    fmt::print(stderr, "{}: input {} fails. {} It is saved as `{}`.\n", target.name, result.inputs, result.failure, name);
    return 1;
}

int write_inputs(const Target& target, const std::filesystem::path& folder, std::size_t count, std::uint64_t seed)
{
    const auto inputs = inputs_of(target);
    Chance chance(seed);
    for (std::size_t i = 0; i < count; ++i)
        std::ofstream(folder / std::to_string(i), std::ios::binary) << changed(inputs, chance);
    return 0;
}

std::uint64_t seed_of(std::span<char*> words)
{
    return words.empty() ? kSeed : std::strtoull(words.front(), nullptr, 10);
}

} // namespace
} // namespace warpstage::fuzz

int main(int argc, char** argv)
{
    using namespace warpstage::fuzz;
    const std::span words(argv, static_cast<std::size_t>(argc));
    const auto* const target = words.size() < 3
        ? kTargets.end()
        : std::ranges::find_if(kTargets, [&](const Target& each) { return std::string_view(each.name) == words[1]; });
    if (target == kTargets.end()) {
        fmt::print(stderr, "Usage: fuzz_changed TARGET SECONDS [SEED]; the targets are the rows of tests/fuzz/targets.inc.\n");
        return 2;
    }
    if (words.size() > 4 && words[2] == std::string_view("--write"))
        return write_inputs(*target, words[3], std::strtoull(words[4], nullptr, 10), seed_of(words.subspan(5)));
    return run_target(*target, std::atoi(words[2]), seed_of(words.subspan(3)));
}
