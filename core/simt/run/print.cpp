#include "core/simt/run/print.h"

#include "core/simt/memory/address_space.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace warpstage::simt {

namespace {

// Not a memory request of the program: its cached buffers stay unchanged.
std::optional<std::uint64_t> read(WarpState& state, unsigned lane, std::uint64_t address, std::uint64_t bytes)
{
    const DeviceMemory::Region* last = nullptr;
    const DeviceMemory::Region** const kept = std::exchange(state.last_region, &last);
    const std::byte* place = find_place(state, 0, lane, address, bytes);
    state.last_region = kept;
    if (place == nullptr)
        return std::nullopt;
    std::uint64_t value = 0;
    std::memcpy(&value, place, bytes);
    return value;
}

// A width or precision of a billion would exhaust the memory.
constexpr unsigned kMaxWidth = 4096;

// "%-08.3llx", parsed.
struct PrintConversion {
    std::string flags;
    std::optional<unsigned> width;
    std::optional<unsigned> precision;
    bool is_long = false; // l, ll, z, j or t: 8 bytes
    bool is_half = false; // h
    bool is_byte = false; // hh
    char letter = '\0';
};

class Printer {
public:
    Printer(WarpState& state, unsigned lane, std::string_view format, std::uint64_t arguments)
        : m_state(state)
        , m_lane(lane)
        , m_rest(format)
        , m_next(arguments)
    {
    }

    PrintedText run()
    {
        while (!m_rest.empty()) {
            const std::size_t plain = std::min(m_rest.find('%'), m_rest.size());
            m_result.text += m_rest.substr(0, plain);
            m_rest.remove_prefix(plain);
            if (!m_rest.empty())
                take_conversion();
        }
        return std::move(m_result);
    }

private:
    bool accept(char letter)
    {
        if (m_rest.empty() || m_rest.front() != letter)
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    // The next argument; an unreadable list yields zeros.
    std::uint64_t argument(std::uint64_t bytes)
    {
        m_next = (m_next + bytes - 1) / bytes * bytes;
        const auto value = read(m_state, m_lane, m_next, bytes);
        m_next += bytes;
        ++m_result.arguments;
        return value.value_or(0);
    }

    std::optional<unsigned> take_number(PrintConversion& conversion)
    {
        if (accept('*')) {
            const auto value = static_cast<std::int32_t>(static_cast<std::uint32_t>(argument(4)));
            if (value < 0)
                conversion.flags += '-';
            const std::uint32_t magnitude =
                value < 0 ? 0U - static_cast<std::uint32_t>(value) : static_cast<std::uint32_t>(value);
            return std::min(magnitude, kMaxWidth);
        }
        std::optional<unsigned> number;
        while (!m_rest.empty() && m_rest.front() >= '0' && m_rest.front() <= '9') {
            number = std::min(number.value_or(0) * 10 + static_cast<unsigned>(m_rest.front() - '0'), kMaxWidth);
            m_rest.remove_prefix(1);
        }
        return number;
    }

    void take_size(PrintConversion& conversion)
    {
        if (accept('h')) {
            conversion.is_byte = accept('h');
            conversion.is_half = !conversion.is_byte;
            return;
        }
        for (const char letter : { 'l', 'l', 'z', 'j', 't' })
            conversion.is_long = accept(letter) || conversion.is_long;
    }

    void take_conversion()
    {
        const std::string_view whole = m_rest;
        m_rest.remove_prefix(1);
        PrintConversion conversion;
        while (!m_rest.empty() && std::string_view("-+ #0").find(m_rest.front()) != std::string_view::npos) {
            if (conversion.flags.find(m_rest.front()) == std::string::npos)
                conversion.flags += m_rest.front();
            m_rest.remove_prefix(1);
        }
        conversion.width = take_number(conversion);
        if (accept('.'))
            conversion.precision = take_number(conversion).value_or(0);
        take_size(conversion);
        if (!m_rest.empty()) {
            conversion.letter = m_rest.front();
            m_rest.remove_prefix(1);
        }
        if (!print(conversion))
            m_result.text += whole.substr(0, whole.size() - m_rest.size());
    }

    // False if printf does not support the conversion.
    bool print(const PrintConversion& conversion)
    {
        switch (conversion.letter) {
        case '%':
            m_result.text += '%';
            return true;
        case 'd':
        case 'i':
            append(conversion, "ll", static_cast<long long>(signed_argument(conversion)));
            return true;
        case 'u':
        case 'x':
        case 'X':
        case 'o':
            append(conversion, "ll", static_cast<unsigned long long>(unsigned_argument(conversion)));
            return true;
        case 'c':
            append(conversion, "", static_cast<int>(argument(4) & 0xffU));
            return true;
        case 'p':
            append_text(conversion, pointer_text(argument(8)));
            return true;
        case 's':
            append_text(conversion, read_text(m_state, m_lane, argument(8)));
            return true;
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            append(conversion, "", std::bit_cast<double>(argument(8)));
            return true;
        default:
            return false;
        }
    }

    std::uint64_t unsigned_argument(const PrintConversion& conversion)
    {
        const std::uint64_t value = argument(conversion.is_long ? 8 : 4);
        return conversion.is_byte ? value & 0xffU : conversion.is_half ? value & 0xffffU : value;
    }

    std::int64_t signed_argument(const PrintConversion& conversion)
    {
        if (conversion.is_long)
            return static_cast<std::int64_t>(argument(8));
        const auto value = static_cast<std::uint32_t>(argument(4));
        if (conversion.is_byte)
            return static_cast<std::int8_t>(value);
        return conversion.is_half ? static_cast<std::int16_t>(value) : static_cast<std::int32_t>(value);
    }

    static std::string pointer_text(std::uint64_t address)
    {
        std::array<char, 20> text {};
        std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(address));
        return address == 0 ? "(nil)" : text.data();
    }

    // "%-8.3" and so on, without the length modifiers.
    static std::string start_of(const PrintConversion& conversion)
    {
        std::string start = "%" + conversion.flags;
        if (conversion.width)
            start += std::to_string(*conversion.width);
        if (conversion.precision)
            start += "." + std::to_string(*conversion.precision);
        return start;
    }

    template <typename T> void append(const PrintConversion& conversion, const char* size, T value)
    {
        const std::string format = start_of(conversion) + size + conversion.letter;
        const int length = std::snprintf(nullptr, 0, format.c_str(), value);
        if (length < 0)
            return;
        std::string text(static_cast<std::size_t>(length) + 1, '\0');
        std::snprintf(text.data(), text.size(), format.c_str(), value);
        text.pop_back();
        m_result.text += text;
    }

    void append_text(const PrintConversion& conversion, std::string text)
    {
        if (conversion.precision && conversion.letter == 's')
            text.resize(std::min<std::size_t>(text.size(), *conversion.precision));
        const std::size_t padding = conversion.width.value_or(0) > text.size() ? *conversion.width - text.size() : 0;
        const bool left = conversion.flags.find('-') != std::string::npos;
        m_result.text += left ? text + std::string(padding, ' ') : std::string(padding, ' ') + text;
    }

    WarpState& m_state;
    unsigned m_lane;
    std::string_view m_rest;
    std::uint64_t m_next;
    PrintedText m_result;
};

} // namespace

std::string read_text(WarpState& state, unsigned lane, std::uint64_t address)
{
    // A string without an end must not exhaust the memory.
    constexpr std::size_t kMax = 65536;
    std::string text;
    while (text.size() < kMax) {
        const auto letter = read(state, lane, address + text.size(), 1);
        if (!letter)
            return "(invalid address)";
        if (*letter == 0)
            break;
        text += static_cast<char>(*letter);
    }
    return text;
}

PrintedText print_format(WarpState& state, unsigned lane, std::uint64_t format, std::uint64_t arguments)
{
    const std::string text = read_text(state, lane, format);
    return Printer(state, lane, text, arguments).run();
}

} // namespace warpstage::simt
