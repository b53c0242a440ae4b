#include "core/timing/advice/advice.h"

#include "core/base/words.h"
#include "core/timing/limiter_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpstage::timing {

namespace {

std::string sentence_of(const std::string& what, const CauseGain& gain, const Why& why)
{
    std::string sentence = what;
    if (const std::string place = place_words(gain.cause.line, gain.cause.lines); !place.empty())
        sentence += " (" + place + ')';
    if (!gain.cause.degree.empty())
        sentence += ": " + gain.cause.degree;
    if (gain.behind)
        return trf("{}, {} once the cause `{}` is removed.", sentence, gain_words(gain.share_behind),
            tr(why.causes[*gain.behind].cause.kind->name));
    return fmt::format("{}, {}.", sentence, gain_words(gain.share));
}

bool is_part_of(const CauseGain& gain, const CauseGain& several)
{
    return gain.cause.kind == several.cause.kind && !gain.cause.has_several_lines()
        && std::ranges::find(several.cause.lines, gain.cause.line) != several.cause.lines.end();
}

// Whether the pattern is to be given for the cause in all of its lines, which has a gain of its own.
bool takes_several_lines(const AdvicePattern& pattern, const std::vector<CauseGain>& causes, std::size_t index)
{
    return pattern.lines == AdvicePattern::Lines::all
        && (causes[index].cause.has_several_lines()
            || std::ranges::any_of(causes, [&](const CauseGain& other) { return is_part_of(causes[index], other); }));
}

// Whether advice for all lines of a cause changes this one, too.
bool is_changed_with_others(const std::vector<CauseGain>& causes, const std::vector<Advice>& given, std::size_t index)
{
    return std::ranges::any_of(given, [&](const Advice& advice) { return is_part_of(causes[index], causes[advice.cause]); });
}

} // namespace

bool changes_only_source(const Advice& advice)
{
    return advice.edit && !advice.edit->source.empty() && !advice.edit->launch;
}

std::string gain_words(double share)
{
    // Something remains of every time.
    if (share >= 0.995 && share < 1.0)
        return fmt::format("−{:.1f}\u00a0%", std::min(99.9, 100.0 * share));
    const double percent = std::round(100.0 * share);
    return fmt::format("{}{:.0f}\u00a0%", percent < 0.0 ? "+" : "−", std::abs(percent)); // no line break before the unit
}

std::string example_words(const AdvicePattern& pattern)
{
    const std::size_t slash = pattern.shown_in.find('/');
    return slash == std::string_view::npos
        ? std::string {}
        : trf("Lesson {}, variant {}, shows the change.", pattern.shown_in.substr(0, slash), pattern.shown_in.substr(slash + 1));
}

std::vector<Advice> advice_for(const AdviceFacts& facts)
{
    std::vector<Advice> all;
    const std::vector<CauseGain>& causes = facts.why->causes;
    for (std::size_t i = 0; i < causes.size(); ++i) {
        if (is_changed_with_others(causes, all, i))
            continue;
        const double share = causes[i].behind ? causes[i].share_behind : causes[i].share;
        for (const AdvicePattern& pattern : all_advice()) {
            const bool given = std::ranges::any_of(all, [&](const Advice& other) { return other.pattern == &pattern; });
            if (given || causes[i].cause.has_several_lines() != takes_several_lines(pattern, causes, i)
                || share < pattern.least_share || !contains_id(pattern.causes, causes[i].cause.kind->id))
                continue;
            if (const auto what = pattern.what(causes[i], facts)) {
                all.push_back({ &pattern, i, sentence_of(*what, causes[i], *facts.why), share });
                if (pattern.edit != nullptr)
                    all.back().edit = pattern.edit(causes[i], facts);
                break; // the first applicable pattern of the table
            }
        }
    }
    // Causes are sorted, hidden ones last.
    if (all.size() > kMaxAdvice)
        all.resize(kMaxAdvice);
    return all;
}

std::string conclusion_of(const Why& why, const std::vector<Advice>& advice)
{
    if (!advice.empty())
        return {};
    return trf("No change of the program removes much. The limit is {}.", limiter_words(why.limiter, why.pipe));
}

} // namespace warpstage::timing
