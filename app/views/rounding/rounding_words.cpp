// What is said about rounding errors.
#include "app/views/gallery/subject.h"
#include "app/views/rounding/rounding_figure.h"
#include "core/analysis/block/source_lines.h"

namespace warpstage::views {

namespace {

using analysis::LineErrors;
using analysis::RoundedElement;
using analysis::RoundingErrors;

constexpr std::uint64_t kNoticed = 100; // additions without effect are mentioned from one of this many roundings on
constexpr double kSmallError = 4.0; // in ulp: a cancellation that leaves no larger one is harmless
constexpr double kOfResidual = 1e12; // an amplification of errors that only a value that should be 0 has, as in compensated sums
constexpr double kVisible = 0.005; // of an error in ulp; a smaller part is called 0

std::string count_words(std::uint64_t count)
{
    return text::grouped(static_cast<std::int64_t>(count));
}

std::string name_of_element(const RoundedElement& element)
{
    return fmt::format("{}[{}]", element.buffer, count_words(element.index));
}

// "line 12", or what has no line.
std::string line_name(std::uint32_t line)
{
    return line == 0 ? std::string { tr("Code without a source line") } : trf("Line {}", line);
}

std::string result_sentence(const RoundingErrors& errors)
{
    if (errors.exact == errors.elements)
        return trnf("The {} element of the result is exact.", "All {} elements of the result are exact.", errors.elements,
            count_words(errors.elements));
    if (errors.correctly_rounded == errors.elements)
        return trnf("The {} element of the result is correctly rounded: no number of its type is nearer to the value in double.",
            "All {} elements of the result are correctly rounded: no number of their type is nearer to the value in double.",
            errors.elements, count_words(errors.elements));
    return {};
}

// The line with the largest part of the worst element's error.
const LineErrors* worst_line(const RoundingErrors& errors)
{
    const auto worst =
        std::ranges::max_element(errors.lines, {}, [](const LineErrors& line) { return std::abs(line.worst_ulp); });
    return worst == errors.lines.end() || std::abs(worst->worst_ulp) < kVisible ? nullptr : &*worst;
}

std::string worst_sentence(const RoundingErrors& errors)
{
    const LineErrors* const worst = worst_line(errors);
    if (worst == nullptr || errors.correctly_rounded == errors.elements)
        return {};
    const std::string line = line_name(worst->rounding.line);
    const std::string from_it = ulp_words(std::abs(worst->worst_ulp));
    const std::string total = ulp_words(errors.worst.ulp);
    if (worst->rounding.rounded == 1)
        return trf("{} rounds once, by {} ulp: {} is off by {} ulp; this line contributes {} ulp.", line,
            ulp_words(worst->rounding.largest_ulp), name_of_element(errors.worst), total, from_it);
    return trf("{} rounds {} times, by at most {} ulp each: {} is off by {} ulp; this line contributes {} ulp.", line,
        count_words(worst->rounding.rounded), ulp_words(worst->rounding.largest_ulp), name_of_element(errors.worst), total,
        from_it);
}

template <typename Number> const LineErrors* line_with_most(const RoundingErrors& errors, Number number)
{
    const auto most = std::ranges::max_element(errors.lines, {}, number);
    return most == errors.lines.end() || number(*most) == 0 ? nullptr : &*most;
}

} // namespace

std::string ulp_words(double ulp)
{
    if (ulp == 0.0)
        return "0";
    if (ulp < 999.5)
        return numf("{:.3g}", ulp);
    if (ulp < 1e9)
        return text::grouped(std::llround(ulp));
    return numf("{:.2e}", ulp);
}

std::vector<std::string> conclusions_of(const RoundingErrors& errors)
{
    std::vector<std::string> sentences;
    const auto say = [&](std::string sentence) {
        if (!sentence.empty())
            sentences.push_back(std::move(sentence));
    };
    say(result_sentence(errors));
    say(worst_sentence(errors));
    if (const auto* line = line_with_most(errors, [](const LineErrors& each) { return each.rounding.overflows; }))
        say(trnf("{} overflows {} time: the result is infinite.", "{} overflows {} times: the result is infinite.",
            line->rounding.overflows, line_name(line->rounding.line), count_words(line->rounding.overflows)));
    if (const auto* line = line_with_most(errors, [](const LineErrors& each) { return each.rounding.absorbed; });
        line != nullptr && kNoticed * line->rounding.absorbed >= line->rounding.rounded)
        say(trnf("{} adds {} time without effect: one operand is too small to change the other.",
            "{} adds {} times without effect: one operand is too small to change the other.", line->rounding.absorbed,
            line_name(line->rounding.line), count_words(line->rounding.absorbed)));
    if (const auto* line = line_with_most(errors,
            [](const LineErrors& each) { return each.rounding.amplification < kOfResidual ? each.rounding.cancellations : 0; });
        line != nullptr && errors.worst.ulp > kSmallError)
        say(trf("{} cancels leading digits: the relative error of its operands grows up to {} times.",
            line_name(line->rounding.line), ulp_words(line->rounding.amplification)));
    if (errors.not_finite != 0)
        say(trnf("{} element is infinite or NaN and not counted.", "{} elements are infinite or NaN and not counted.",
            errors.not_finite, count_words(errors.not_finite)));
    if (errors.unresolved != 0)
        say(trnf("For {} element, the run in double itself may be off by more than half an ulp.",
            "For {} elements, the run in double itself may be off by more than half an ulp.", errors.unresolved,
            count_words(errors.unresolved)));
    if (errors.multiplies_matrices)
        say(tr("The virtual machine rounds each sum of a matrix instruction once; a tensor core also rounds within the sum."));
    if (!errors.unfollowed.empty())
        say(trf("The results of {} are taken as exact.", fmt::join(errors.unfollowed, ", ")));
    return sentences;
}

std::string rounding_text(const RoundingInput& input)
{
    const RoundingErrors& errors = *input.errors;
    std::string words =
        trf("Error in ulp against a run in double: largest {}, median {}; {} of {} elements correctly rounded, {} exact",
            ulp_words(errors.worst.ulp), ulp_words(errors.median_ulp), count_words(errors.correctly_rounded),
            count_words(errors.elements), count_words(errors.exact));
    words += '\n';
    for (const LineErrors& line : errors.lines)
        words += fmt::format("{:>5}  {:>10}  {:>12}  {}\n", line.rounding.line, ulp_words(line.mean_ulp),
            count_words(line.rounding.rounded),
            input.source == nullptr ? std::string {} : analysis::source_line(*input.source, line.rounding.line));
    for (const std::string& sentence : conclusions_of(errors))
        words += sentence + '\n';
    return words;
}

std::string rounding_words(const Subject& subject)
{
    return rounding_text({ subject.rounding.get(), subject.lesson == nullptr ? nullptr : &subject.lesson->source_lines });
}

} // namespace warpstage::views
