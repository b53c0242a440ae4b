#include "random_kernel.h"

#include "random_forms.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string_view>
#include <utility>

namespace warpstage::simt {

namespace {

constexpr std::array<std::uint32_t, 12> kSpecialBits { 0x7fff'ffff, 0xffc0'0000, 0x7fc1'2345, 0x7f80'0001, 0xff87'6543,
    0x7fa0'0000, 0x7f80'0000, 0xff80'0000, 0x8000'0000, 0x0000'0001, 0x807f'ffff, 0x0080'0000 };
constexpr std::array<double, 14> kSpecialNumbers { 0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 2147483648.0, 2147483520.0, -2147483648.0,
    4294967296.0, 1e-40, 16777217.0 };
constexpr std::array<std::uint64_t, 14> kSpecialWords { 0, 1, 2, 31, 32, 33, 63, 64, 65, 0x7fff'ffff, 0x8000'0000, 0xffff'ffff,
    0x8000'0000'0000'0000, 0x7fff'ffff'ffff'ffff };

constexpr auto kPatterns = random_patterns();

constexpr std::uint32_t kAreaBytes = 4096; // of a block, accessed in the middle
constexpr std::uint32_t kMaxBlocks = 8;
constexpr std::uint32_t kNumberBytes = 4096; // of each of four types
constexpr unsigned kNested = 3; // as deep as blocks are nested

class KernelWriter {
public:
    KernelWriter(std::uint64_t seed, unsigned instructions)
        : m_random(seed)
        , m_left(static_cast<int>(instructions))
    {
    }

    RandomKernel run()
    {
        begin();
        while (m_left > 0)
            item(0);
        store_registers();
        RandomKernel kernel;
        kernel.text = text();
        kernel.numbers = numbers();
        for (const RandomPattern& pattern : kPatterns) {
            for (const std::uint32_t place : pattern.places)
                append(kernel.patterns, place);
        }
        kernel.area_bytes = std::size_t { kAreaBytes } * kMaxBlocks;
        kernel.out_bytes = std::size_t { m_outputs } * kMaxRandomThreads * 8;
        return kernel;
    }

private:
    std::uint32_t below(std::size_t count) { return static_cast<std::uint32_t>(m_random() % count); }
    bool once_in(unsigned times) { return below(times) == 0; }
    template <typename List> const auto& any_of(const List& list) { return list[below(std::size(list))]; }

    template <typename T> static void append(std::vector<std::byte>& bytes, T value)
    {
        const auto* first = reinterpret_cast<const std::byte*>(&value);
        bytes.insert(bytes.end(), first, first + sizeof(T));
    }

    std::uint32_t any_single()
    {
        if (once_in(4))
            return any_of(kSpecialBits);
        if (once_in(3))
            return std::bit_cast<std::uint32_t>(static_cast<float>(any_of(kSpecialNumbers)));
        return once_in(4) ? static_cast<std::uint32_t>(m_random())
                          : std::bit_cast<std::uint32_t>(static_cast<float>(below(2001)) / 16.0F - 60.0F);
    }
    std::uint64_t any_double()
    {
        const std::uint32_t single = any_single();
        if (once_in(5)) // the same kind of number, with more bits
            return std::uint64_t { single & 0xff80'0000U } << 32 | (m_random() & 0x7f'ffff'ffffU);
        const bool is_nan = (single & 0x7fff'ffffU) > 0x7f80'0000U;
        if (is_nan)
            return (std::uint64_t { single >> 31 } << 63) | 0x7ff0'0000'0000'0000U
                | (std::uint64_t { single & 0x7f'ffffU } << 29);
        return std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(single)));
    }
    std::uint64_t any_word() { return once_in(2) ? any_of(kSpecialWords) - below(2) * below(3) : m_random() >> below(64); }

    // Words of 32 and 64 bits, floats of 32 and 64 bits.
    std::vector<std::byte> numbers()
    {
        std::vector<std::byte> bytes;
        while (bytes.size() < kNumberBytes)
            append(bytes, static_cast<std::uint32_t>(any_word()));
        while (bytes.size() < 2 * kNumberBytes)
            append(bytes, any_word());
        while (bytes.size() < 3 * kNumberBytes)
            append(bytes, any_single());
        while (bytes.size() < 4 * kNumberBytes)
            append(bytes, any_double());
        return bytes;
    }

    static unsigned count_of(char kind)
    {
        switch (kind) {
        case 'h':
            return 8;
        case 'r':
            return 20;
        case 'f':
            return 18;
        default:
            return 10;
        }
    }
    // Often one of the last few, so that results are used.
    unsigned any_index(char kind)
    {
        unsigned& near = m_near.at(static_cast<unsigned char>(kind) - 'a');
        if (once_in(4))
            near = below(count_of(kind));
        return (near + below(3)) % count_of(kind);
    }
    std::string any_register(char kind) { return fmt::format("%{}{}", kind, any_index(kind)); }
    std::string operand(char kind, bool is_destination)
    {
        if (kind == 'b')
            return std::to_string(below(256));
        if (kind == 'n')
            return (once_in(3) ? "!" : "") + any_register('p');
        if (!is_destination && once_in(12)) {
            if (kind == 'r')
                return std::to_string(static_cast<std::int32_t>(any_word()));
            if (kind == 'f')
                return fmt::format("0f{:08x}", any_single());
            if (kind == 'e')
                return fmt::format("0d{:016x}", any_double());
        }
        return any_register(kind);
    }

    void line(const std::string& text) { m_lines += text + ";\n"; }
    void label(unsigned number) { m_lines += fmt::format("L{}:\n", number); }

    void begin()
    {
        line("mov.u32 %x0, %tid.x");
        line("mov.u32 %x1, %ctaid.x");
        line("mov.u32 %x2, %ntid.x");
        line("mad.lo.u32 %x3, %x1, %x2, %x0");
        line("and.b32 %x4, %x0, 31");
        for (unsigned i = 0; i < 5; ++i)
            line(fmt::format("ld.param.u64 %y{}, [b{}]", i, i));
        for (const unsigned bytes : { 2U, 4U, 8U })
            line(fmt::format("mad.wide.u32 %i{}, %x3, {}, %y0", bytes, bytes));
        line("mad.wide.u32 %y1, %x4, 4, %y1");
        line(fmt::format("mad.wide.u32 %y2, %x1, {}, %y2", kAreaBytes));
        line(fmt::format("mad.wide.u32 %y3, %x1, {}, %y3", kAreaBytes));
        line("mov.u32 %x6, area");
        line("mov.u64 %y6, table");
        line("setp.lt.u32 %t0, %x4, 11");
        for (unsigned i = 0; i < kPatterns.size(); ++i) {
            line(fmt::format("ld.global.u32 %x5, [%y1 + {}]", i * 128));
            line(fmt::format("add.u32 %x5, %x5, {}", kAreaBytes / 4));
            line("cvt.u64.u32 %y5, %x5");
            line(fmt::format("add.u64 %ga{}, %y2, %y5", i));
            line(fmt::format("add.u64 %gb{}, %y3, %y5", i));
            line(fmt::format("selp.b64 %gc{}, %ga{}, %gb{}, %t0", i, i, i));
            line(fmt::format("add.u32 %sa{}, %x6, %x5", i));
            line(fmt::format("cvt.u64.u32 %sd{}, %sa{}", i, i));
            line(fmt::format("add.u64 %ca{}, %y6, %y5", i));
        }
        for (const char kind : { 'h', 'r', 'd', 'f', 'e' }) {
            for (unsigned i = 0; i < count_of(kind); ++i)
                load_number(kind, fmt::format("%{}{}", kind, i));
        }
        for (unsigned i = 0; i < count_of('p'); ++i)
            line(fmt::format("setp.lt.s32 %p{}, %r{}, %r{}", i, i, i + 7));
    }

    void load_number(char kind, const std::string& to)
    {
        const unsigned bytes = kind == 'h' ? 2 : kind == 'r' || kind == 'f' ? 4 : 8;
        const unsigned part = kind == 'd' ? 1 : kind == 'f' ? 2 : kind == 'e' ? 3 : 0;
        const unsigned first = part * kNumberBytes + below((kNumberBytes - kMaxRandomThreads * bytes) / bytes) * bytes;
        line(fmt::format("ld.global.b{} {}, [%i{} + {}]", bytes * 8, to, bytes, first));
    }

    // Most items are one instruction. `depth`: of the branches around it.
    void item(unsigned depth)
    {
        const unsigned kind = below(40);
        --m_left;
        if (kind < 3) {
            const char type = "hrdfe"[below(5)];
            load_number(type, any_register(type));
        } else if (kind < 13) {
            access();
        } else if (kind < 17) {
            compare();
        } else if (kind < 18) {
            join();
        } else if (kind < 20) {
            words();
        } else if (kind < 22 && depth < kNested) {
            if (once_in(2))
                loop(depth);
            else if (once_in(3))
                crossing_branches(depth);
            else
                branch(depth);
        } else if (kind < 23 && depth == 0) {
            together();
        } else {
            if (once_in(12))
                m_lines += "@" + operand('n', false) + " ";
            instruction(any_of(kRandomForms));
        }
    }

    void instruction(const RandomForm& form)
    {
        std::string text { form.words };
        for (std::size_t i = 0; i < form.operands.size(); ++i)
            text += (i == 0 ? " " : ", ") + operand(form.operands[i], i == 0);
        line(text);
    }

    void compare()
    {
        const char kind = "hrdfe"[below(5)];
        const bool is_number = kind == 'f' || kind == 'e';
        const unsigned bits = kind == 'h' ? 16 : kind == 'r' || kind == 'f' ? 32 : 64;
        std::string condition = is_number ? any_of(kNumberConditions) : any_of(kIntegerConditions);
        std::string type = fmt::format("{}{}", is_number ? 'f' : once_in(2) ? 's' : 'u', bits);
        if (!is_number && once_in(5)) {
            condition = any_of(kUnsignedConditions);
            type = fmt::format("u{}", bits);
        } else if (!is_number && once_in(5)) {
            condition = once_in(2) ? "eq" : "ne";
            type = fmt::format("b{}", bits);
        }
        const bool combines = once_in(3);
        const char* combine = combines ? any_of(std::array { ".and", ".or", ".xor" }) : "";
        const std::string first = any_register('p');
        std::string second;
        while (once_in(2) && second.empty()) {
            const std::string other = any_register('p');
            second = other == first ? "" : "|" + other;
        }
        const char* flush = kind == 'f' && once_in(5) ? ".ftz" : "";
        line(fmt::format("setp.{}{}{}.{} {}{}, {}, {}{}", condition, combine, flush, type, first, second, operand(kind, false),
            operand(kind, false), combines ? ", " + operand('n', false) : ""));
    }

    // A product and a sum that the assembler joins.
    void join()
    {
        const bool is_double = once_in(3);
        const char kind = is_double ? 'e' : 'f';
        const char* type = is_double ? "f64" : once_in(3) ? "ftz.f32" : "f32";
        const std::string saturated = std::string(is_double || once_in(2) ? ""
                : type[0] == 'f' && type[1] == 't'                        ? "ftz.sat.f32"
                                                                          : "sat.f32");
        const std::string product = fmt::format("%{}{}", is_double ? "n" : "m", m_products++);
        line(fmt::format("mul.{} {}, {}, {}", type, product, any_register(kind), any_register(kind)));
        const std::string other = any_register(kind);
        const std::string to = any_register(kind);
        const std::string sum = saturated.empty() ? type : saturated;
        if (once_in(3))
            line(fmt::format("add.{} {}, {}, {}", sum, to, product, other));
        else if (once_in(2))
            line(fmt::format("sub.{} {}, {}, {}", sum, to, product, other));
        else
            line(fmt::format("sub.{} {}, {}, {}", sum, to, other, product));
    }

    // Packing and unpacking.
    void words()
    {
        const char part = once_in(2) ? 'h' : 'r';
        const char whole = part == 'h' ? 'r' : 'd';
        const std::string value = any_register(whole);
        const std::string low = any_register(part);
        std::string high = any_register(part);
        const unsigned bits = whole == 'r' ? 32 : 64;
        if (once_in(2)) {
            line(fmt::format("mov.b{} {}, {{{}, {}}}", bits, value, low, high));
        } else if (low != high) {
            line(fmt::format("mov.b{} {{{}, {}}}, {}", bits, low, high, value));
        }
    }

    // Instructions of the whole warp.
    void together()
    {
        if (once_in(3))
            line("bar.sync 0");
        else if (once_in(2))
            line(fmt::format("vote.sync.ballot.b32 {}, {}, %x7", any_register('r'), any_register('p')));
        else
            line(fmt::format("shfl.sync.bfly.b32 {}, {}, {}, 31, %x7", any_register('r'), any_register('r'), 1U << below(5)));
    }

    void access()
    {
        constexpr std::array kAddresses { "ga", "gb", "gc", "sa", "sd", "ca" };
        std::string_view base = any_of(kAddresses);
        const char* space = base[0] == 'g' ? "global" : base[0] == 's' ? "shared" : "const";
        const RandomWidth width = any_of(kRandomWidths);
        const bool loads = base[0] == 'c' || once_in(2);
        const unsigned elements = width.bytes < 4 || once_in(2) ? 1 : once_in(2) && width.bytes == 4 ? 4 : 2;
        const unsigned bytes = width.bytes * elements;
        unsigned pattern = below(kPatterns.size());
        while (kPatterns.at(pattern).alignment % bytes != 0)
            pattern = below(kPatterns.size());
        const int displacement = (static_cast<int>(below(512 / bytes)) - static_cast<int>(256 / bytes)) * static_cast<int>(bytes);
        std::string address = fmt::format("[%{}{}{}]", base, pattern, displacement == 0 ? "" : fmt::format("{:+}", displacement));
        if (!m_paths.empty() && once_in(2)) {
            line(fmt::format("selp.b64 %y7, %ga{}, {}, {}", pattern, once_in(2) ? "3" : "0x7fffffffff01", m_paths.back()));
            address = fmt::format("[%y7{}]", displacement == 0 ? "" : fmt::format("{:+}", displacement));
            base = "ga";
            space = "global";
        }
        if (base == "sd" && loads && elements == 1 && width.bytes == 8 && once_in(3)) { // over its own address
            line(fmt::format("mov.b64 %d0, %sd{}", pattern));
            return line("ld.shared.b64 %d0, [%d0]");
        }
        if (loads && elements == 1 && width.bytes == 4 && base[0] != 'c' && width.kind == 'r' && once_in(5))
            return line(fmt::format("atom.{}.add.u32 {}, {}, {}", space, any_register('r'), address, any_register('r')));
        std::string values;
        unsigned first = any_index(width.kind);
        for (unsigned i = 0; i < elements; ++i) {
            if (elements > 1 && loads && once_in(10))
                values += (i == 0 ? "_" : ", _");
            else
                values += fmt::format("{}%{}{}", i == 0 ? "" : ", ", width.kind, (first + i * 2) % count_of(width.kind));
        }
        if (values.find('%') == std::string::npos)
            return;
        if (elements > 1)
            values = "{" + values + "}";
        const std::string vector = elements == 1 ? "" : fmt::format(".v{}", elements);
        if (loads)
            line(fmt::format("ld.{}{}.{} {}, {}", space, vector, width.type, values, address));
        else
            line(fmt::format("st.{}{}.{} {}, {}", space, vector,
                width.type[0] == 's' ? fmt::format("u{}", width.type.substr(1)) : width.type, address, values));
    }

    // Lanes for which a predicate is false must not use the address of some patterns.
    void spoil(const std::string& predicate)
    {
        if (!once_in(2))
            return;
        for (const char* base : { "ga", "gb", "sd" }) {
            const unsigned pattern = below(kPatterns.size());
            line(fmt::format(
                "selp.b64 %{}{}, %{}{}, {}, {}", base, pattern, base, pattern, once_in(2) ? "3" : "0x7fffffffff01", predicate));
        }
    }

    void block(unsigned depth)
    {
        for (unsigned count = 1 + below(20); count > 0; --count)
            item(depth + 1);
    }

    void branch(unsigned depth)
    {
        const unsigned behind = m_labels++;
        const unsigned other = m_labels++;
        const std::string condition = once_in(4) ? fmt::format("%u{}", below(2)) : any_register('p');
        line(fmt::format("mov.pred %c{}, {}", depth, condition));
        const bool negated = once_in(2);
        line(fmt::format("@{}%c{} bra L{}", negated ? "!" : "", depth, other));
        m_paths.push_back(fmt::format("{}%c{}", negated ? "" : "!", depth));
        block(depth);
        m_paths.pop_back();
        if (once_in(2)) {
            line(fmt::format("bra L{}", behind));
            label(other);
            m_paths.push_back(fmt::format("{}%c{}", negated ? "!" : "", depth));
            block(depth);
            m_paths.pop_back();
            label(behind);
        } else {
            label(other);
        }
        if (depth == 0 && once_in(8)) { // a part of the lanes exits
            line(fmt::format("setp.{}.u32 %t1, %x4, {}", once_in(2) ? "lt" : "gt", below(32)));
            line("and.pred %t1, %t1, " + any_register('p'));
            line("not.pred %t2, %t1");
            spoil("%t2");
            line("@%t1 exit");
            line("activemask.b32 %x7");
        }
    }

    // The target of the first one is inside the run of instructions behind the second one.
    void crossing_branches(unsigned depth)
    {
        const unsigned first = m_labels++;
        const unsigned second = m_labels++;
        const std::vector<std::string> paths = std::exchange(m_paths, {});
        line(fmt::format("@{} bra L{}", operand('n', false), first));
        block(depth);
        line(fmt::format("@{} bra L{}", operand('n', false), second));
        block(depth);
        label(first);
        block(depth);
        label(second);
        m_paths = paths;
    }

    void loop(unsigned depth)
    {
        const unsigned start = m_labels++;
        line(once_in(2) ? fmt::format("mov.u32 %k{}, {}", depth, 1 + below(4)) : fmt::format("and.b32 %k{}, %x4, 3", depth));
        label(start);
        block(depth);
        line(fmt::format("add.s32 %k{}, %k{}, -1", depth, depth));
        line(fmt::format("setp.gt.s32 %c{}, %k{}, 0", depth, depth));
        line(fmt::format("@%c{} bra L{}", depth, start));
    }

    void store_registers()
    {
        line("mad.wide.u32 %y4, %x3, 8, %y4");
        const auto store = [&](const std::string& type, const std::string& name) {
            line(fmt::format("st.global.{} [%y4 + {}], {}", type, m_outputs++ * kMaxRandomThreads * 8, name));
        };
        for (const char kind : { 'h', 'r', 'f', 'd', 'e' }) {
            for (unsigned i = 0; i < count_of(kind); ++i)
                store(kind == 'h' ? "b16" : kind == 'r' || kind == 'f' ? "b32" : "b64", fmt::format("%{}{}", kind, i));
        }
        for (unsigned i = 0; i < count_of('p'); ++i) {
            line(fmt::format("selp.u32 %x5, 1, 0, %p{}", i));
            store("b32", "%x5");
        }
        line("ret");
    }

    std::string text()
    {
        std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n.const .align 16 .b32 table[1024] = {";
        for (unsigned i = 0; i < kAreaBytes / 4; ++i)
            text += fmt::format("{}{}", i == 0 ? "" : ", ", i % 2 == 0 ? any_single() : static_cast<std::uint32_t>(any_word()));
        text += fmt::format("}};\n.shared .align 16 .b8 area[{}];\n.visible .entry k(", kAreaBytes);
        for (unsigned i = 0; i < 5; ++i)
            text += fmt::format("{}.param .u64 b{}", i == 0 ? "" : ", ", i);
        text += ")\n{\n";
        const auto declare = [&](const char* type, const char* name, unsigned count) {
            text += fmt::format(".reg .{} %{}<{}>;\n", type, name, count);
        };
        for (const auto& [type, kind] :
            { std::pair { "b16", "h" }, { "b32", "r" }, { "b64", "d" }, { "f32", "f" }, { "f64", "e" }, { "pred", "p" } })
            declare(type, kind, count_of(kind[0]));
        for (const auto& [type, name] :
            { std::pair { "b64", "ga" }, { "b64", "gb" }, { "b64", "gc" }, { "b32", "sa" }, { "b64", "sd" }, { "b64", "ca" } })
            declare(type, name, kPatterns.size());
        declare("b32", "x", 8);
        declare("b64", "y", 8);
        declare("b64", "i", 9);
        declare("pred", "t", 3);
        declare("pred", "c", kNested);
        declare("pred", "u", 2);
        declare("b32", "k", kNested);
        declare("f32", "m", m_products + 1);
        declare("f64", "n", m_products + 1);
        text += "mov.u32 %x7, -1;\nsetp.eq.u32 %u0, %x7, %x7;\nnot.pred %u1, %u0;\n";
        return text + m_lines + "}\n";
    }

    std::mt19937_64 m_random;
    int m_left;
    std::string m_lines;
    std::array<unsigned, 26> m_near {};
    unsigned m_labels = 0;
    unsigned m_products = 0;
    unsigned m_outputs = 0;
    std::vector<std::string> m_paths; // predicates that are true for the lanes on the path of the branches around it
};

} // namespace

RandomKernel random_kernel(std::uint64_t seed, unsigned instructions)
{
    return KernelWriter(seed, instructions).run();
}

} // namespace warpstage::simt
