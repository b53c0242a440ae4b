#include "app/cli/rules/rules_file.h"

#include "app/cli/option_groups.h"
#include "core/base/text.h"

namespace warpstage::cli {

namespace {

constexpr std::uint64_t kAddressEnd = std::uint64_t { 1 } << 49; // of an address on every GPU so far

constexpr std::array<std::pair<RulesCounter, std::string_view>, 5> kCounters { {
    { RulesCounter::wavefronts, "wavefronts" },
    { RulesCounter::bank_conflicts, "bank_conflicts" },
    { RulesCounter::sectors, "sectors" },
    { RulesCounter::transactions, "transactions" },
    { RulesCounter::requests, "requests" },
} };

constexpr std::array<std::string_view, 5> kColumns { "op", "bytes_per_lane", "name", "active_mask", "byte_offset_per_lane" };

// The column of something that points into the line, from 1.
std::size_t column_in(std::string_view line, std::string_view part)
{
    return static_cast<std::size_t>(part.data() - line.data()) + 1;
}

// What a sentence quotes of a file: short, and only what a terminal shows.
std::string in_quotes(std::string_view text)
{
    constexpr std::size_t kMost = 24;
    std::string shown;
    for (const char c : text.substr(0, kMost))
        shown += c >= ' ' && c <= '~' ? c : '?';
    return fmt::format("`{}{}`", shown, text.size() > kMost ? "..." : "");
}

// Reads the file line by line; the first wrong one ends it.
class Parser {
public:
    explicit Parser(std::string_view file)
        : m_file(file)
    {
    }

    Result<RulesFile> parse(std::string_view text)
    {
        bool header = true;
        for (std::string_view line : text::split(text, '\n')) {
            ++m_number;
            m_line = line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
            if (text::trim(m_line).empty())
                continue;
            if (!std::exchange(header, false))
                read_row();
            else
                read_header();
            if (m_wrong)
                return *m_wrong;
        }
        if (header || m_rules.rows.empty())
            return Error { fmt::format("{} has no row of accesses.", m_file) };
        return std::move(m_rules);
    }

private:
    void wrong(std::string_view part, const std::string& sentence)
    {
        if (!m_wrong)
            m_wrong = Error { fmt::format("{}:{}:{}: {}", m_file, m_number, column_in(m_line, part), sentence) };
    }

    void read_header()
    {
        std::vector<std::string> known { kColumns.begin(), kColumns.end() };
        for (const auto& [counter, name] : kCounters)
            known.emplace_back(name);
        for (const std::string_view field : text::split(m_line, ',')) {
            const std::string name { text::trim(field) };
            if (std::ranges::find(m_columns, name) != m_columns.end())
                return wrong(field, fmt::format("column {} stands here a second time.", in_quotes(name)));
            if (std::ranges::find(known, name) == known.end()) {
                const auto near = text::nearest(name, known);
                return wrong(field,
                    fmt::format("there is no column {}{}", in_quotes(name),
                        near.empty() ? fmt::format("; there are {}.", text::alternatives(known))
                                     : fmt::format(": did you mean `{}`?", near)));
            }
            m_columns.push_back(name);
            for (const auto& [counter, its_name] : kCounters) {
                if (name == its_name)
                    m_rules.counters.push_back(counter);
            }
        }
        for (const std::string_view needed : kColumns) {
            if (needed != "name" && std::ranges::find(m_columns, needed) == m_columns.end())
                return wrong(m_line, fmt::format("column `{}` is missing.", needed));
        }
    }

    void read_row()
    {
        const auto fields = text::split(m_line, ',');
        if (fields.size() != m_columns.size())
            return wrong(fields.size() > m_columns.size() ? fields[m_columns.size()] : m_line.substr(m_line.size()),
                fmt::format("{} columns, but the first line names {}.", fields.size(), m_columns.size()));
        RulesRow row;
        row.line = m_number;
        std::string_view offsets;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const std::string_view field = text::trim(fields[i]).empty() ? fields[i].substr(0, 0) : text::trim(fields[i]);
            const std::string& column = m_columns[i];
            if (column == "op")
                read_operation(row, field);
            else if (column == "bytes_per_lane")
                read_bytes(row, field);
            else if (column == "name")
                row.name = std::string { field };
            else if (column == "active_mask")
                read_lanes(row, field);
            else if (column == "byte_offset_per_lane")
                offsets = field;
            else
                read_counted(row, column, field);
        }
        if (!m_wrong)
            read_offsets(row, offsets);
        m_rules.rows.push_back(std::move(row));
    }

    void read_operation(RulesRow& row, std::string_view field)
    {
        row.operation = std::string { field };
        if (field != "ld" && field != "st" && field != "ldp")
            wrong(field, fmt::format("{} is no operation: ld, st, or ldp for a load with a predicate.", in_quotes(field)));
    }

    void read_bytes(RulesRow& row, std::string_view field)
    {
        const auto bytes = number_in<std::uint32_t>(field);
        if (bytes && (*bytes == 1 || *bytes == 2 || *bytes == 4 || *bytes == 8 || *bytes == 16))
            row.bytes = *bytes;
        else
            wrong(field, fmt::format("a lane accesses 1, 2, 4, 8 or 16 bytes, not {}.", in_quotes(field)));
    }

    void read_lanes(RulesRow& row, std::string_view field)
    {
        const std::string_view digits = field.starts_with("0x") ? field.substr(2) : field;
        if (const auto lanes = number_in<LaneMask>(digits, 16))
            row.lanes = *lanes;
        else
            wrong(field,
                fmt::format("a mask of active lanes has 1 to 8 hexadecimal digits, as in 0000ffff, not {}.", in_quotes(field)));
    }

    void read_counted(RulesRow& row, const std::string& column, std::string_view field)
    {
        if (const auto counted = number_in<std::uint32_t>(field))
            row.counted.push_back(*counted);
        else
            wrong(field, fmt::format("`{}` wants a whole number, not {}.", column, in_quotes(field)));
    }

    void read_offsets(RulesRow& row, std::string_view field)
    {
        unsigned lane = 0;
        for (const std::string_view word : text::split(field, ' ')) {
            if (word.empty())
                continue;
            if (lane == kMaxLanes)
                return wrong(word, fmt::format("more than {} byte offsets, one a lane.", kMaxLanes));
            const auto offset = number_in<std::uint64_t>(word);
            if (!offset || *offset >= kAddressEnd)
                return wrong(
                    word, fmt::format("lane {}: a byte offset is a whole number below 2^49, not {}.", lane, in_quotes(word)));
            if (has_lane(row.lanes, lane) && *offset % row.bytes != 0)
                return wrong(word,
                    fmt::format("lane {}: {} is no multiple of {} bytes; hardware refuses a misaligned access.", lane, *offset,
                        row.bytes));
            row.addresses[lane++] = *offset;
        }
        if (lane != kMaxLanes)
            wrong(field.substr(field.size()), fmt::format("{} byte offsets, but a warp has {} lanes.", lane, kMaxLanes));
    }

    std::string m_file;
    std::string_view m_line;
    std::uint32_t m_number = 0;
    std::vector<std::string> m_columns;
    RulesFile m_rules;
    std::optional<Error> m_wrong;
};

} // namespace

std::string_view name_of(RulesCounter counter)
{
    return std::ranges::find(kCounters, counter, [](const auto& row) { return row.first; })->second;
}

Result<RulesFile> parse_rules(std::string_view text, std::string_view file)
{
    return Parser { file }.parse(text);
}

} // namespace warpstage::cli
