// The scanner behind expanded_size(): one pass over a mangled name, without backtracking. Functions have the names of the
// productions in the Itanium C++ ABI, section 5.1 ("External Names").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpstage::ptx::mangling {

// Of a part of a name: characters and nodes, and how many template parameters in it are still to be replaced by their arguments.
struct Size {
    std::uint64_t text = 0;
    std::uint64_t parameters = 0;
};

[[nodiscard]] Size operator+(Size a, Size b);
[[nodiscard]] Size operator*(Size a, std::uint64_t factor);
[[nodiscard]] Size largest(Size a, Size b);

// More than a demangler prints for one node besides its children: "[with unsigned __int128", "operator new[]", brackets.
inline constexpr Size kNode { 32, 0 };
// More than the standard's abbreviations: Ss is "std::basic_string<char, std::char_traits<char>, std::allocator<char> >".
inline constexpr Size kAbbreviation { 128, 0 };

// State of the pass. After a failure every function returns at once.
struct Scan {
    std::string_view text;
    std::uint64_t pack_length = 1; // how many elements a pack expansion may have
    std::size_t at = 0;
    std::vector<Size> candidates; // what S_, S0_, … refer to
    Size largest_part; // of everything that a substitution may refer to
    std::uint64_t longest_list = 1; // of arguments or of parameters
    std::uint32_t depth = 0;
    std::uint32_t conversions = 0;
    // Compilers and demanglers number the substitutions behind this place differently: each may refer to any part.
    bool any_part = false;
    bool failed = false;

    [[nodiscard]] char peek(std::size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
    [[nodiscard]] bool take(std::string_view expected);
};

// Limits recursion; false if too deep.
class Level {
public:
    explicit Level(Scan& scan);
    ~Level() { --m_scan.depth; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

private:
    Scan& m_scan;
};

Size fail(Scan& scan);
void number(Scan& scan); // any digits, possibly none
void count_list(Scan& scan, std::uint64_t elements);

[[nodiscard]] Size mangled_name(Scan& scan);
[[nodiscard]] Size encoding(Scan& scan);
[[nodiscard]] Size unqualified_name(Scan& scan);
[[nodiscard]] Size template_args(Scan& scan); // with I and E; sizes of the arguments are added
[[nodiscard]] Size template_param(Scan& scan);
[[nodiscard]] Size type(Scan& scan);
[[nodiscard]] Size types_until_end(Scan& scan); // with E
[[nodiscard]] Size expr_primary(Scan& scan);
[[nodiscard]] Size expression(Scan& scan);

} // namespace warpstage::ptx::mangling
