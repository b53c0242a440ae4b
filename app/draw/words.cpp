#include "app/draw/words.h"

#include "core/base/text.h"
#include "core/base/words.h"

#include <fmt/format.h>

namespace warpstage::draw {

namespace {

struct Noun {
    const char* one;
    const char* many;
};

// Nouns for counts; the catalogs contain both forms.
#define NOUN(one, many)                                                                                                          \
    Noun                                                                                                                         \
    {                                                                                                                            \
        one, many                                                                                                                \
    }
constexpr std::array kNouns { NOUN("addition", "additions"), NOUN("barrier", "barriers"), NOUN("block", "blocks"),
    NOUN("byte", "bytes"), NOUN("cache line", "cache lines"), NOUN("cycle", "cycles"), NOUN("instruction", "instructions"),
    NOUN("lane", "lanes"), NOUN("line", "lines"), NOUN("multiprocessor", "multiprocessors"), NOUN("pixel", "pixels"),
    NOUN("poll", "polls"), NOUN("register", "registers"), NOUN("request", "requests"), NOUN("resident block", "resident blocks"),
    NOUN("scheduler", "schedulers"), NOUN("sector", "sectors"), NOUN("stream", "streams"), NOUN("thread", "threads"),
    NOUN("transaction", "transactions"), NOUN("warp", "warps"), NOUN("wavefront", "wavefronts"), NOUN("word", "words") };
#undef NOUN

} // namespace

std::string noun_for(std::string_view noun, std::uint64_t count)
{
    const auto* const known = std::ranges::find(kNouns, noun, [](const Noun& one) { return std::string_view { one.one }; });
    if (known != kNouns.end())
        return trn(known->one, known->many, count);
    return fmt::format("{}{}", noun, count == 1 ? "" : "s");
}

std::string grouped_count(std::uint64_t count)
{
    return text::grouped(static_cast<std::int64_t>(count));
}

std::string counted(std::uint64_t count, std::string_view noun)
{
    return fmt::format("{} {}", grouped_count(count), noun_for(noun, count));
}

std::string percent(double share)
{
    const double value = 100.0 * share;
    const bool whole = std::abs(value - std::round(value)) < 0.05;
    return numf("{:.{}f}\u2009%", value, whole ? 0 : 1);
}

std::string factor(double value)
{
    return numf("{:.{}f}", value, value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
}

} // namespace warpstage::draw
