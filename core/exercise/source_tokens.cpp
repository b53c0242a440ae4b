#include "core/exercise/source_tokens.h"

#include "core/base/fingerprint.h"

#include <algorithm>
#include <array>

namespace warpstage::exercise {

namespace {

bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Where a comment that begins here ends; `at` if none begins.
std::size_t end_of_comment(std::string_view text, std::size_t at)
{
    if (text.substr(at, 2) == "//") {
        auto end = text.find('\n', at);
        while (end != std::string_view::npos && end > 0 && text[end - 1] == '\\') // goes on in the next line
            end = text.find('\n', end + 1);
        return std::min(end, text.size());
    }
    if (text.substr(at, 2) == "/*") {
        const auto end = text.find("*/", at + 2);
        return end == std::string_view::npos ? text.size() : end + 2;
    }
    return at;
}

std::size_t end_of_string(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at)
        at += text[at] == '\\' ? 1U : 0U;
    return std::min(at + 1, text.size());
}

// Words that say what is done. Others are names that a student has chosen.
bool is_meaningful(const std::string& word)
{
    static constexpr std::array<std::string_view, 33> kWords { "__global__", "__device__", "__shared__", "__constant__",
        "__syncthreads", "__syncwarp", "threadIdx", "blockIdx", "blockDim", "gridDim", "x", "y", "z", "if", "else", "for",
        "while", "do", "return", "struct", "const", "extern", "int", "float", "double", "unsigned", "char", "float2", "float4",
        "min", "max", "atomicAdd", "__shfl_down_sync" };
    return !is_word(word.front()) || std::ranges::find(kWords, word) != kWords.end();
}

} // namespace

std::vector<std::string> tokens_of(std::string_view text)
{
    std::vector<std::string> tokens;
    for (std::size_t at = 0; at < text.size();) {
        if (const auto end = end_of_comment(text, at); end != at) {
            at = end;
            continue;
        }
        const char c = text[at];
        std::size_t end = at + 1;
        if (c == '"' || c == '\'')
            end = end_of_string(text, at);
        else if (is_word(c))
            while (end < text.size() && (is_word(text[end]) || (is_digit(c) && text[end] == '.')))
                ++end;
        if (c > ' ')
            tokens.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return tokens;
}

TextPrints text_prints(std::string_view source)
{
    constexpr std::size_t kTogether = 12; // tokens of a sequence
    constexpr std::size_t kWindow = 4; // sequences of which one is kept
    std::vector<std::uint64_t> sequences;
    const auto tokens = tokens_of(source);
    for (std::size_t first = 0; first + kTogether <= tokens.size(); ++first) {
        Fingerprint print;
        for (std::size_t i = first; i < first + kTogether; ++i) {
            const auto& token = tokens[i];
            print.add(is_digit(token.front()) ? "0" : is_meaningful(token) ? token : "name").add(" ");
        }
        sequences.push_back(print.value());
    }
    TextPrints prints;
    for (std::size_t first = 0; first + kWindow <= sequences.size(); ++first)
        prints.insert(*std::min_element(sequences.begin() + static_cast<std::ptrdiff_t>(first),
            sequences.begin() + static_cast<std::ptrdiff_t>(first + kWindow)));
    return prints;
}

double similarity(const TextPrints& a, const TextPrints& b, const TextPrints& start)
{
    const auto own = [&](const TextPrints& prints) {
        return static_cast<std::size_t>(std::ranges::count_if(prints, [&](auto print) { return !start.contains(print); }));
    };
    const auto both = static_cast<std::size_t>(
        std::ranges::count_if(a, [&](auto print) { return b.contains(print) && !start.contains(print); }));
    const auto smaller = std::min(own(a), own(b));
    return smaller < kMinPrints ? 0.0 : static_cast<double>(both) / static_cast<double>(smaller);
}

} // namespace warpstage::exercise
