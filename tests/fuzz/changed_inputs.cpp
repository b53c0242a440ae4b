#include "tests/fuzz/changed_inputs.h"

#include "core/base/verify.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <memory>

namespace warpstage::fuzz {

namespace {

using namespace std::string_view_literals;
using Clock = std::chrono::steady_clock;

constexpr std::array kValues { ""sv, "0"sv, "1"sv, "-1"sv, "33"sv, "65536"sv, "2147483648"sv, "4294967295"sv,
    "18446744073709551615"sv, "1e999"sv, "nan"sv, "\0"sv, "\xff"sv, "\""sv, "["sv, "]"sv, "{"sv, "}"sv, "("sv, "\n"sv, "S_"sv };

// What the process of the inputs tells the one that watches it.
struct Report {
    std::atomic<std::uint64_t> number = 0; // inputs before the current one
    std::atomic<std::size_t> bytes = 0; // of the current one
    std::array<char, kMaxChangedBytes> input {};
};

std::string_view part_of(std::string_view text, Chance& chance)
{
    constexpr std::array<std::size_t, 5> kLengths { 1, 2, 4, 40, 400 };
    const std::size_t at = chance.below(text.size() + 1);
    return text.substr(at, kLengths.at(chance.below(kLengths.size())));
}

// Replaces the first number after a random place.
void change_number(std::string& text, Chance& chance)
{
    const auto begin = text.find_first_of("0123456789", chance.below(text.size() + 1));
    if (begin == std::string::npos)
        return;
    const auto end = std::min(text.find_first_not_of("0123456789", begin), text.size());
    text.replace(begin, end - begin, kValues.at(chance.below(kValues.size())));
}

// Units that parsers recurse for.
constexpr std::array kNesting { "["sv, "{"sv, "("sv, "{ a = "sv, "a."sv, "'a' . "sv, "[[a]]\n"sv, "-"sv, "{\"a\":"sv, "[1,"sv,
    "* "sv };

std::string repeated(std::string_view part, std::size_t times)
{
    times = part.empty() ? 0 : std::min(times, kMaxChangedBytes / part.size());
    std::string text;
    text.reserve(times * part.size());
    for (; times > 0; --times)
        text += part;
    return text;
}

void change(std::string& text, const std::string& other, Chance& chance)
{
    const std::size_t at = chance.below(text.size() + 1);
    const auto part = std::string(part_of(text, chance));
    switch (chance.below(8)) {
    case 0:
        text.insert(at, kValues.at(chance.below(kValues.size())));
        break;
    case 1:
        text.erase(at, part.size());
        break;
    case 2:
        text.insert(at, part);
        break;
    case 3:
        text.insert(at, repeated(part, chance.below(50)));
        break;
    case 4: // as deep or long as possible, rarely: it takes time
        if (chance.below(16) == 0)
            text.insert(
                at, repeated(chance.below(2) == 0 ? part : std::string(kNesting.at(chance.below(kNesting.size()))), 100'000));
        break;
    case 5:
        text.insert(at, part_of(other, chance));
        break;
    case 6:
        if (at < text.size())
            text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ (1U << chance.below(8)));
        break;
    default:
        change_number(text, chance);
    }
}

// Ends the process with SIGPROF after this CPU time.
void limit_time(std::chrono::milliseconds limit)
{
    itimerval timer {};
    timer.it_value.tv_sec = limit.count() / 1000;
    timer.it_value.tv_usec = limit.count() % 1000 * 1000;
    setitimer(ITIMER_PROF, &timer, nullptr);
}

[[noreturn]] void run_all(const std::function<void(std::string_view)>& run, const std::vector<std::string>& inputs,
    std::uint64_t seed, const Limits& limits, Report& report)
{
    const rlimit memory { 2 * limits.memory, 2 * limits.memory };
    setrlimit(RLIMIT_DATA, &memory);
    const rlimit none { 0, 0 };
    setrlimit(RLIMIT_CORE, &none);
    for (const auto end = Clock::now() + limits.all; Clock::now() < end; ++report.number) {
        Chance chance(seed * 1'000'003 + report.number);
        const std::string input = changed(inputs, chance);
        std::copy(input.begin(), input.end(), report.input.begin());
        report.bytes = input.size();
        limit_time(limits.one);
        run(input);
    }
    _exit(0);
}

std::string failure_of(int status, const rusage& usage, const Limits& limits)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
        return fmt::format("It takes more than {} ms of CPU time.", limits.one.count());
    if (WIFSIGNALED(status))
        return fmt::format("It ends the process with signal {} ({}).", WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return "It ends the process.";
    if (static_cast<std::uint64_t>(usage.ru_maxrss) * 1024 > limits.memory)
        return fmt::format("One of the inputs takes {} MiB of memory.", usage.ru_maxrss / 1024);
    return {};
}

} // namespace

// SplitMix64, https://prng.di.unimi.it/splitmix64.c
std::size_t Chance::below(std::size_t count)
{
    m_state += 0x9e3779b97f4a7c15U;
    std::uint64_t bits = m_state;
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<std::size_t>((bits ^ (bits >> 31U)) % count);
}

std::string changed(const std::vector<std::string>& inputs, Chance& chance)
{
    std::string text = inputs[chance.below(inputs.size())].substr(0, kMaxBytes);
    constexpr std::array<std::size_t, 4> kChanges { 1, 1, 2, 8 };
    for (std::size_t changes = kChanges.at(chance.below(kChanges.size())); changes > 0; --changes)
        change(text, inputs[chance.below(inputs.size())], chance);
    return text.substr(0, kMaxChangedBytes);
}

ChangedRun run_changed(const std::function<void(std::string_view)>& run, const std::vector<std::string>& inputs,
    std::uint64_t seed, const Limits& limits)
{
    VERIFY(!inputs.empty());
    void* const shared = mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    VERIFY(shared != MAP_FAILED);
    auto* const report = new (shared) Report;
    const pid_t process = fork();
    VERIFY(process >= 0);
    if (process == 0)
        run_all(run, inputs, seed, limits, *report);
    int status = 0;
    rusage usage {};
    while (wait4(process, &status, 0, &usage) < 0 && errno == EINTR) { }
    ChangedRun result { report->number, failure_of(status, usage, limits), {} };
    if (!result.failure.empty())
        result.input.assign(report->input.data(), report->bytes);
    munmap(shared, sizeof(Report));
    return result;
}

} // namespace warpstage::fuzz
