#include "opcode_case.h"

#include "core/base/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

namespace warpstage::cosim {

namespace {

constexpr std::size_t kColumns = 120;

struct Edges {
    std::string type;
    std::vector<std::uint64_t> values;
};

bool is_float(const std::string& type)
{
    return type == "f32" || type == "f64";
}

unsigned digits_of(const std::string& type)
{
    return type == "pred" ? 1 : static_cast<unsigned>(2 * bytes_of(type));
}

// "-1" of an integer type, "1.5" or "-inf" of f32 and f64, "0x7e00" (bits) of any type.
std::optional<std::uint64_t> value_of(const std::string& word, const std::string& type)
{
    char* end = nullptr;
    std::uint64_t bits = 0;
    if (is_float(type) && !word.starts_with("0x")) {
        if (type == "f32")
            bits = std::bit_cast<std::uint32_t>(std::strtof(word.c_str(), &end));
        else
            bits = std::bit_cast<std::uint64_t>(std::strtod(word.c_str(), &end));
    } else if (word.starts_with('-')) {
        bits = static_cast<std::uint64_t>(std::strtoll(word.c_str(), &end, 10));
    } else {
        bits = std::strtoull(word.c_str(), &end, 0);
    }
    if (word.empty() || *end != '\0')
        return std::nullopt;
    const std::size_t width = 8 * bytes_of(type);
    return width == 64 ? bits : bits & ((std::uint64_t { 1 } << width) - 1);
}

std::vector<std::string> words_of(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

class Reader {
public:
    explicit Reader(const std::string& name) { m_table.name = name; }

    Result<OpcodeTable> read()
    {
        std::ifstream file(table_path(m_table.name));
        if (!file)
            return Error { table_path(m_table.name).string() + " cannot be opened" };
        for (std::string line; std::getline(file, line);) {
            ++m_line;
            if (const auto wrong = take(line))
                return Error { fmt::format("{}.txt:{}: {}", m_table.name, m_line, *wrong) };
        }
        return std::move(m_table);
    }

private:
    using Wrong = std::optional<std::string>;

    Wrong take(const std::string& line)
    {
        if (line.starts_with(' '))
            return take_results(words_of(line));
        const std::vector<std::string> words = words_of(line);
        const bool is_case = line.find(';') != std::string::npos && !line.starts_with('#');
        if (is_case)
            return take_case(line);
        m_table.entries.emplace_back(line);
        if (words.empty() || line.starts_with('#'))
            return std::nullopt;
        if (words[0] == "target" && words.size() == 2) {
            m_table.target = words[1];
            return std::nullopt;
        }
        if (words[0] == "edges" && words.size() > 3)
            return take_edges(words);
        if (words[0] == "operands" && words.size() >= 3 && words.size() <= 5)
            return take_operands(words);
        return "a line must be a comment, `target`, `edges`, `operands`, PTX with a semicolon, or results after a blank";
    }

    Wrong take_edges(const std::vector<std::string>& words)
    {
        Edges edges;
        edges.type = words[2];
        if (bytes_of(edges.type) == 0)
            return words[2] + " is not a type";
        for (std::size_t i = 3; i < words.size(); ++i) {
            const auto value = value_of(words[i], edges.type);
            if (!value)
                return words[i] + " is not a value of type " + words[2];
            edges.values.push_back(*value);
        }
        m_edges[words[1]] = std::move(edges);
        return std::nullopt;
    }

    Wrong take_operands(const std::vector<std::string>& words)
    {
        m_result_type = words[1];
        if (bytes_of(m_result_type) == 0)
            return words[1] + " is not a type";
        m_sources.clear();
        for (std::size_t i = 2; i < words.size(); ++i) {
            const auto edges = m_edges.find(words[i]);
            if (edges == m_edges.end())
                return "unknown edges " + words[i];
            m_sources.push_back(&edges->second);
        }
        return std::nullopt;
    }

    Wrong take_case(const std::string& line)
    {
        const std::size_t arrow = line.find(" ->");
        OpcodeCase opcode_case;
        opcode_case.line = m_line;
        opcode_case.code = line.substr(0, arrow);
        opcode_case.code.erase(opcode_case.code.find_last_not_of(' ') + 1);
        opcode_case.result_type = m_result_type;
        std::size_t count = 0;
        while (count < 3 && opcode_case.code.find(std::string("%") + "abc"[count]) != std::string::npos)
            ++count;
        if (count == 0 || count > m_sources.size())
            return "`operands` must name the edges of every operand";
        choose_operands(opcode_case, count);
        std::vector<std::string> words =
            arrow == std::string::npos ? std::vector<std::string> {} : words_of(line.substr(arrow + 3));
        if (!words.empty() && words[0].starts_with('~')) {
            if (const auto wrong = take_tolerance(opcode_case.tolerance, words[0]))
                return wrong;
            words.erase(words.begin());
        }
        m_table.entries.emplace_back(std::move(opcode_case));
        return take_results(words);
    }

    // All pairs of %a and %b; with a third operand, every pair of any two values occurs (a Latin square).
    void choose_operands(OpcodeCase& opcode_case, std::size_t count) const
    {
        const std::size_t second = count > 1 ? m_sources[1]->values.size() : 1;
        opcode_case.runs = m_sources[0]->values.size() * second;
        opcode_case.row_length = count > 1 ? second : opcode_case.runs;
        opcode_case.operands.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            opcode_case.operand_types.push_back(m_sources[i]->type);
        for (std::size_t run = 0; run < opcode_case.runs; ++run) {
            const std::size_t choices[] = { run / second, run % second, run / second + run % second };
            for (std::size_t i = 0; i < count; ++i)
                opcode_case.operands[i].push_back(m_sources[i]->values[choices[i] % m_sources[i]->values.size()]);
        }
    }

    static Wrong take_tolerance(Tolerance& tolerance, const std::string& word)
    {
        tolerance.text = word;
        const std::size_t bar = word.find('|');
        const std::string places = word.substr(1, bar == std::string::npos ? bar : bar - 1);
        const auto [end, error] = std::from_chars(places.data(), places.data() + places.size(), tolerance.last_places);
        if (error != std::errc {} || end != places.data() + places.size())
            return word + " is not a tolerance";
        if (bar != std::string::npos)
            tolerance.difference = std::strtod(word.c_str() + bar + 1, nullptr);
        return std::nullopt;
    }

    Wrong take_results(const std::vector<std::string>& words)
    {
        auto* opcode_case = m_table.entries.empty() ? nullptr : std::get_if<OpcodeCase>(&m_table.entries.back());
        if (opcode_case == nullptr)
            return "results without an instruction";
        for (const std::string& word : words) {
            std::uint64_t value = 0;
            const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
            if (error != std::errc {} || end != word.data() + word.size())
                return word + " is not a hexadecimal result";
            opcode_case->expected.push_back(value);
        }
        return std::nullopt;
    }

    OpcodeTable m_table;
    std::map<std::string, Edges> m_edges;
    std::string m_result_type;
    std::vector<const Edges*> m_sources;
    std::uint32_t m_line = 0;
};

// One row per value of %a; long rows are split.
void write_results(std::string& text, const OpcodeCase& opcode_case, std::span<const std::uint64_t> results)
{
    const unsigned digits = digits_of(opcode_case.result_type);
    std::size_t column = kColumns;
    for (std::size_t run = 0; run < results.size(); ++run) {
        if (run % opcode_case.row_length == 0 || column + digits + 1 > kColumns) {
            text += "\n   ";
            column = 3;
        }
        text += fmt::format(" {:0{}x}", results[run], digits);
        column += digits + 1;
    }
}

} // namespace

std::filesystem::path table_path(const std::string& name)
{
    return std::filesystem::path(WARPSTAGE_FIXTURES) / "opcodes" / (name + ".txt");
}

std::vector<std::string> table_names()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(WARPSTAGE_FIXTURES) / "opcodes")) {
        if (entry.path().extension() == ".txt")
            names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

Result<OpcodeTable> read_table(const std::string& name)
{
    return Reader(name).read();
}

std::string written(const OpcodeTable& table, std::span<const std::vector<std::uint64_t>> results)
{
    std::string text;
    std::size_t index = 0;
    for (const auto& entry : table.entries) {
        if (const auto* line = std::get_if<std::string>(&entry)) {
            text += *line + '\n';
            continue;
        }
        const auto& opcode_case = std::get<OpcodeCase>(entry);
        text += opcode_case.code + " ->";
        if (!opcode_case.tolerance.text.empty())
            text += ' ' + opcode_case.tolerance.text;
        VERIFY(index < results.size());
        write_results(text, opcode_case, results[index++]);
        text += '\n';
    }
    return text;
}

std::vector<const OpcodeCase*> cases_of(const OpcodeTable& table)
{
    std::vector<const OpcodeCase*> cases;
    for (const auto& entry : table.entries) {
        if (const auto* opcode_case = std::get_if<OpcodeCase>(&entry))
            cases.push_back(opcode_case);
    }
    return cases;
}

std::size_t bytes_of(const std::string& type)
{
    if (type == "pred")
        return 4;
    if (type.ends_with("16x2"))
        return 4;
    for (const std::size_t bytes : { std::size_t { 2 }, std::size_t { 4 }, std::size_t { 8 } }) {
        if (type.ends_with(std::to_string(8 * bytes)))
            return bytes;
    }
    return 0;
}

std::vector<std::byte> buffer_of(const std::string& type, std::span<const std::uint64_t> values)
{
    const std::size_t bytes = bytes_of(type);
    std::vector<std::byte> buffer(values.size() * bytes);
    for (std::size_t i = 0; i < values.size(); ++i)
        std::memcpy(buffer.data() + i * bytes, &values[i], bytes);
    return buffer;
}

std::vector<std::uint64_t> values_of(const std::string& type, std::span<const std::byte> buffer)
{
    const std::size_t bytes = bytes_of(type);
    std::vector<std::uint64_t> values(buffer.size() / bytes);
    for (std::size_t i = 0; i < values.size(); ++i)
        std::memcpy(&values[i], buffer.data() + i * bytes, bytes);
    return values;
}

std::optional<std::filesystem::path> record_folder()
{
    const char* folder = std::getenv("WARPSTAGE_RECORD");
    if (folder == nullptr || *folder == '\0')
        return std::nullopt;
    return std::filesystem::path(folder);
}

void record(const std::filesystem::path& folder, const OpcodeTable& table, std::span<const std::vector<std::uint64_t>> results)
{
    std::filesystem::create_directories(folder);
    std::ofstream file(folder / (table.name + ".txt"));
    file << written(table, results);
    VERIFY(file.good());
    std::ofstream module(folder / (table.name + ".ptx"));
    module << module_text(table, Flow::together);
    VERIFY(module.good());
}

} // namespace warpstage::cosim
