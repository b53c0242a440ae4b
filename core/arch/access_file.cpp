#include "core/arch/access_file.h"

#include "core/arch/global/coalescing.h"
#include "core/arch/shared/shared_banks.h"
#include "core/base/number.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace warpstage::arch {

namespace {

constexpr std::uint64_t kAddressEnd = std::uint64_t { 1 } << 49; // addresses have at most 49 bits on all GPUs so far

constexpr std::array<std::pair<AccessCounter, std::string_view>, 5> kCounters { {
    { AccessCounter::wavefronts, "wavefronts" },
    { AccessCounter::bank_conflicts, "bank_conflicts" },
    { AccessCounter::sectors, "sectors" },
    { AccessCounter::transactions, "transactions" },
    { AccessCounter::requests, "requests" },
} };

// Operations in the column `op`; `matrix`: lanes of the access, 16 bytes each.
struct OperationRow {
    std::string_view name;
    SharedOperation shared;
    bool matrix = false;
};
constexpr std::array<OperationRow, 8> kOperations { {
    { "ld", SharedOperation::load },
    { "st", SharedOperation::store },
    { "ldp", SharedOperation::load },
    { "ldmatrix", SharedOperation::load_matrix, true },
    { "ldmatrix.trans", SharedOperation::load_matrix, true },
    { "stmatrix", SharedOperation::store, true },
    { "stmatrix.trans", SharedOperation::store, true },
    { "cp.async", SharedOperation::async_copy },
} };

const OperationRow* find_operation(std::string_view name)
{
    const auto* const row = std::ranges::find(kOperations, name, &OperationRow::name);
    return row == kOperations.end() ? nullptr : row;
}

constexpr std::array<std::string_view, 5> kColumns { "op", "bytes_per_lane", "name", "active_mask", "byte_offset_per_lane" };

// Column of a part of the line, from 1.
std::size_t column_in(std::string_view line, std::string_view part)
{
    return static_cast<std::size_t>(part.data() - line.data()) + 1;
}

// A quotation from a file: shortened, and only printable characters.
std::string in_quotes(std::string_view text)
{
    constexpr std::size_t kMaxQuoted = 24;
    std::string shown;
    for (const char c : text.substr(0, kMaxQuoted))
        shown += c >= ' ' && c <= '~' ? c : '?';
    return fmt::format("`{}{}`", shown, text.size() > kMaxQuoted ? "..." : "");
}

// Thrown at the first invalid field and caught in this file.
struct Refusal {
    std::string sentence;
};

class AccessParser {
public:
    explicit AccessParser(std::string_view file)
        : m_file(file)
    {
    }

    AccessFile parse(std::string_view text)
    {
        for (std::string_view line : text::split(text, '\n')) {
            ++m_number;
            m_line = line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
            if (text::trim(m_line).empty())
                continue;
            if (m_columns.empty())
                read_header();
            else
                read_row();
        }
        if (m_accesses.rows.empty())
            throw Refusal { fmt::format("`{}` contains no accesses.", m_file) };
        return std::move(m_accesses);
    }

private:
    [[noreturn]] void wrong(std::string_view part, const std::string& sentence) const
    {
        throw Refusal { fmt::format("{}:{}:{}: {}", m_file, m_number, column_in(m_line, part), sentence) };
    }

    // The message is `wanted`, "not" and the quoted field.
    template <typename Number>
    Number number(std::string_view field, const std::string& wanted, const std::optional<Number>& found) const
    {
        if (!found)
            wrong(field, fmt::format("{}, not {}.", wanted, in_quotes(field)));
        return *found;
    }

    void read_header()
    {
        std::vector<std::string> known { kColumns.begin(), kColumns.end() };
        for (const auto& [counter, name] : kCounters)
            known.emplace_back(name);
        for (const std::string_view field : text::split(m_line, ',')) {
            const std::string name { text::trim(field) };
            if (std::ranges::find(m_columns, name) != m_columns.end())
                wrong(field, fmt::format("duplicate column {}.", in_quotes(name)));
            if (std::ranges::find(known, name) == known.end()) {
                const auto near = text::nearest(name, known);
                wrong(field,
                    fmt::format("unknown column {}{}", in_quotes(name),
                        near.empty() ? fmt::format(". Use {}.", text::alternatives(known))
                                     : fmt::format(". Did you mean `{}`?", near)));
            }
            m_columns.push_back(name);
            for (const auto& [counter, its_name] : kCounters) {
                if (name == its_name)
                    m_accesses.counters.push_back(counter);
            }
        }
        for (const std::string_view needed : kColumns) {
            if (needed != "name" && std::ranges::find(m_columns, needed) == m_columns.end())
                wrong(m_line, fmt::format("column `{}` is missing.", needed));
        }
    }

    void read_row()
    {
        const auto fields = text::split(m_line, ',');
        if (fields.size() != m_columns.size())
            wrong(fields.size() > m_columns.size() ? fields[m_columns.size()] : m_line.substr(m_line.size()),
                fmt::format("{} columns, but the header has {}.", fields.size(), m_columns.size()));
        AccessRow row;
        row.line = m_number;
        std::string_view offsets; // their meaning depends on the other columns
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const std::string_view field = text::trim(fields[i]).empty() ? fields[i].substr(0, 0) : text::trim(fields[i]);
            if (m_columns[i] == "byte_offset_per_lane")
                offsets = field;
            else
                read_field(row, m_columns[i], field);
        }
        check_form(row);
        read_offsets(row, offsets);
        m_accesses.rows.push_back(std::move(row));
    }

    void read_field(AccessRow& row, const std::string& column, std::string_view field) const
    {
        if (column == "name") {
            row.name = field;
        } else if (column == "op") {
            row.operation = field;
            if (find_operation(field) == nullptr)
                wrong(field,
                    fmt::format("unknown operation {}. Use ld, st, ldp for a load with predicated-off lanes, ldmatrix, stmatrix, "
                                "both also with "
                                ".trans, or cp.async.",
                        in_quotes(field)));
        } else if (column == "bytes_per_lane") {
            auto bytes = number_in<std::uint32_t>(field);
            if (bytes && (!std::has_single_bit(*bytes) || *bytes > 16))
                bytes.reset();
            row.bytes = number(field, "bytes_per_lane requires 1, 2, 4, 8 or 16", bytes);
        } else if (column == "active_mask") {
            row.lanes = number(field, "active_mask requires 1 to 8 hexadecimal digits, for example 0000ffff",
                number_in<LaneMask>(field.starts_with("0x") ? field.substr(2) : field, 16));
        } else {
            row.counted.push_back(number(
                field, fmt::format("`{}` requires an integer from 0 to 4294967295", column), number_in<std::uint32_t>(field)));
        }
    }

    // Of ldmatrix, stmatrix and cp.async.
    void check_form(const AccessRow& row) const
    {
        const LaneMask lanes = row.lanes;
        const bool rows = lanes == first_lanes(8) || lanes == first_lanes(16) || lanes == first_lanes(kMaxLanes);
        if (find_operation(row.operation)->matrix && (row.bytes != 16 || !rows))
            wrong(m_line,
                fmt::format("{} requires 16 bytes per lane and the active_mask 000000ff, 0000ffff or ffffffff, for one, two or "
                            "four matrices.",
                    row.operation));
        if (row.operation == "cp.async" && row.bytes < 4)
            wrong(m_line, "cp.async requires 4, 8 or 16 bytes per lane.");
    }

    void read_offsets(AccessRow& row, std::string_view field) const
    {
        unsigned lane = 0;
        for (const std::string_view word : text::split(field, ' ')) {
            if (word.empty())
                continue;
            if (lane == kMaxLanes)
                wrong(word, fmt::format("more than {} byte offsets, one per lane.", kMaxLanes));
            auto offset = number_in<std::uint64_t>(word);
            if (offset && *offset >= kAddressEnd)
                offset.reset();
            row.addresses[lane] = number(word, fmt::format("lane {}: a byte offset must be an integer below 2^49", lane), offset);
            if (has_lane(row.lanes, lane) && *offset % row.bytes != 0)
                wrong(word,
                    fmt::format(
                        "lane {}: misaligned access, because {} is not a multiple of {} bytes.", lane, *offset, row.bytes));
            ++lane;
        }
        if (lane != kMaxLanes)
            wrong(field.substr(field.size()), fmt::format("{} byte offsets, but a warp has {} lanes.", lane, kMaxLanes));
    }

    std::string m_file;
    std::string_view m_line;
    std::uint32_t m_number = 0;
    std::vector<std::string> m_columns;
    AccessFile m_accesses;
};

} // namespace

std::string_view name_of(AccessCounter counter)
{
    return std::ranges::find(kCounters, counter, [](const auto& row) { return row.first; })->second;
}

AccessCounts predict(const Traits& traits, const AccessRow& row)
{
    const SharedOperation operation = find_operation(row.operation)->shared;
    const auto shared =
        count_shared(traits, { .operation = operation, .bytes = row.bytes, .lanes = row.lanes, .addresses = row.addresses });
    const auto global = count_global(traits,
        { .bytes = row.bytes,
            .lanes = row.lanes,
            .addresses = row.addresses,
            .operation = is_load(operation) ? GlobalOperation::load : GlobalOperation::store });
    return { shared.wavefronts, shared.wavefronts - shared.ideal, global.sectors, global.transactions, global.requests };
}

Result<AccessFile> parse_access_file(std::string_view text, std::string_view file)
{
    try {
        return AccessParser { file }.parse(text);
    } catch (const Refusal& refusal) {
        return Error { refusal.sentence };
    }
}

} // namespace warpstage::arch
