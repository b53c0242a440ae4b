#include "app/views/palette/fuzzy.h"

#include "app/draw/text_layout.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace warpstage::views {

namespace {

using Characters32 = std::vector<char32_t>;

constexpr int kLetter = 1;
constexpr int kWordStart = 8;
constexpr int kNameStart = 3; // on top
constexpr int kSideBySide = 6;
constexpr int kGap = 3;
constexpr int kWholeWord = 4;
constexpr int kMinScore = 2; // for each letter of a word: a lower score is a coincidence
constexpr int kBeside = 4; // a word that is not in the name
constexpr int kBesideWhole = 7; // per letter of a complete keyword
constexpr int kNever = std::numeric_limits<int>::min() / 2;

bool is_digit(char32_t c)
{
    return c >= U'0' && c <= U'9';
}

// Letters and combining marks of all alphabets; no blanks, dots and dashes.
bool is_letter(char32_t c)
{
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= 0xc0 && c != 0xd7 && c != 0xf7 && c < 0x2000)
        || (c >= 0x2c00 && c != 0xfffd);
}

bool is_blank(char32_t c)
{
    return c == U' ' || c == 0xa0 || c == 0x2009;
}

// Latin, Greek and Cyrillic; other alphabets have no uppercase.
char32_t small(char32_t c)
{
    if ((c >= U'A' && c <= U'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7) || (c >= 0x391 && c <= 0x3a9)
        || (c >= 0x410 && c <= 0x42f))
        return c + 32;
    if (c >= 0x400 && c <= 0x40f)
        return c + 80;
    if (c == 0x130)
        return U'i'; // Turkish
    const bool odd_is_capital = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e);
    if (c >= 0x100 && c <= 0x17f && c != 0x131 && c != 0x138 && c != 0x149 && c != 0x17f && (c % 2 == 1) == odd_is_capital)
        return c == 0x178 ? 0xff : c + 1;
    return c;
}

// "GTX280" and "shared tile" have two words each; in `__sinf`, `sin` begins a word.
bool begins_word(const Characters32& name, std::size_t at)
{
    if (at == 0)
        return true;
    const char32_t last = name[at - 1];
    const char32_t here = name[at];
    if (is_letter(here))
        return !is_letter(last) || (small(here) != here && small(last) == last);
    return is_digit(here) ? !is_digit(last) : is_letter(last) || is_digit(last) || is_blank(last);
}

bool ends_word(const Characters32& name, std::size_t at)
{
    return at + 1 == name.size() || begins_word(name, at + 1);
}

bool same(char32_t a, char32_t b)
{
    return a != 0xfffd && small(a) == small(b);
}

// The best match of the word's letters in the name.
std::optional<int> score_of_word(const Characters32& word, const Characters32& name)
{
    const std::size_t width = name.size();
    std::vector<int> last(width, kNever); // best score so far with the word's last letter at this place
    std::vector<int> now(width, kNever);
    for (std::size_t i = 0; i < word.size(); ++i) {
        int best_before = kNever; // best score so far with at least one gap
        for (std::size_t j = 0; j < width; ++j) {
            if (i > 0 && j >= 2)
                best_before = std::max(best_before, last[j - 2]);
            now[j] = kNever;
            if (!same(word[i], name[j]))
                continue;
            const int before = i == 0 ? 0 : std::max(best_before - kGap, j > 0 ? last[j - 1] + kSideBySide : kNever);
            if (before <= kNever / 2)
                continue;
            now[j] = before + kLetter + (begins_word(name, j) ? kWordStart : 0) + (j == 0 ? kNameStart : 0)
                + (i + 1 == word.size() && ends_word(name, j) ? kWholeWord : 0);
        }
        std::swap(last, now);
    }
    const int best = last.empty() ? kNever : *std::ranges::max_element(last);
    const int least = word.size() < 3 ? kNever / 2 : kMinScore * static_cast<int>(word.size());
    return best < least ? std::nullopt : std::optional(best);
}

// Of the keywords: a word that is typed completely counts more than scattered letters of a name, its beginning counts little.
int score_beside(const Characters32& word, const Characters32& text)
{
    int best = kNever;
    for (std::size_t at = 0; at + word.size() <= text.size(); ++at)
        if (begins_word(text, at) && std::ranges::equal(word, std::span(text).subspan(at, word.size()), same))
            best = std::max(best, ends_word(text, at + word.size() - 1) ? kBesideWhole * static_cast<int>(word.size()) : kBeside);
    return best;
}

std::vector<Characters32> words_of(std::string_view typed)
{
    std::vector<Characters32> words(1);
    for (const char32_t c : draw::decode_utf8(typed))
        if (!is_blank(c))
            words.back().push_back(c);
        else if (!words.back().empty())
            words.emplace_back();
    if (words.back().empty())
        words.pop_back();
    return words;
}

} // namespace

std::optional<int> fuzzy_score(std::string_view typed, std::string_view name)
{
    return fuzzy_score(typed, name, {});
}

std::optional<int> fuzzy_score(std::string_view typed, std::string_view name, std::string_view beside)
{
    const Characters32 letters = draw::decode_utf8(name);
    const Characters32 others = draw::decode_utf8(beside);
    const std::vector<Characters32> words = words_of(typed);
    if (words.empty())
        return 0;
    int sum = 0;
    for (const Characters32& word : words) {
        const std::optional<int> in_name = score_of_word(word, letters);
        const int beside_it = score_beside(word, others);
        if (!in_name && beside_it == kNever)
            return std::nullopt;
        sum += std::max(in_name.value_or(kNever), beside_it);
    }
    return 4 * sum - static_cast<int>(std::min<std::size_t>(letters.size(), 60));
}

} // namespace warpstage::views
