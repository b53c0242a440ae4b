#include "core/exercise/grade_table.h"

#include "core/analysis/report_csv.h"
#include "core/base/json_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace warpstage::exercise {

namespace {

// Columns before and after those of the requirements.
constexpr std::array kFirstColumns { "student", "exercise", "points", "possible" };
constexpr std::array kLastColumns { "time_us", "gpu", "line", "message", "id", "fingerprint" };

std::string fingerprint_text(std::uint64_t fingerprint)
{
    return fingerprint == 0 ? std::string {} : fmt::format("x{:016x}", fingerprint); // never a number for a spreadsheet
}

// Signs with which a formula begins, in ASCII and in full width.
bool begins_formula(std::string_view text)
{
    constexpr std::array<std::string_view, 8> kSigns { "=", "+", "-", "@", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20" };
    constexpr std::array<std::string_view, 4> kSpaces { " ", "\u00A0", "\u3000", "\uFEFF" };
    for (bool skipped = true; skipped;) {
        skipped = false;
        for (const auto space : kSpaces) {
            if (text.starts_with(space)) {
                text.remove_prefix(space.size());
                skipped = true;
            }
        }
    }
    return std::ranges::any_of(kSigns, [&](std::string_view sign) { return text.starts_with(sign); });
}

// Unicode's marks that turn the direction of what follows: they could show a name or a message in another order.
std::string without_marks_of_direction(std::string text)
{
    constexpr std::size_t kBytes = 3; // of each in UTF-8
    std::string rest;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto third = at + 2 < text.size() ? static_cast<unsigned char>(text[at + 2]) : 0U;
        const bool general =
            text.compare(at, 2, "\xe2\x80") == 0 && (third == 0x8eU || third == 0x8fU || (third >= 0xaaU && third <= 0xaeU));
        const bool isolates = text.compare(at, 2, "\xe2\x81") == 0 && third >= 0xa6U && third <= 0xa9U;
        if (general || isolates)
            at += kBytes - 1;
        else
            rest += text[at];
    }
    return rest;
}

// Whole characters of UTF-8: spreadsheets and readers of tables refuse very long fields.
std::string shortened(std::string text)
{
    constexpr std::size_t kMax = 1000; // bytes
    if (text.size() <= kMax)
        return text;
    std::size_t end = kMax;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U)
        --end;
    return text.substr(0, end) + "…";
}

} // namespace

std::string clean_text(std::string_view text)
{
    auto words = nlohmann::json::parse(json_text(nlohmann::json(text))).get<std::string>();
    std::ranges::replace_if(
        words, [](char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; }, ' ');
    return shortened(without_marks_of_direction(std::move(words)));
}

std::string spreadsheet_field(std::string_view text)
{
    auto field = clean_text(text);
    if (begins_formula(field))
        field.insert(field.begin(), '\'');
    for (auto at = field.find(';'); at != std::string::npos; at = field.find(';', at + 1))
        if (begins_formula(std::string_view { field }.substr(at + 1)))
            field.insert(at + 1, 1, '\'');
    return field;
}

std::string csv_line(const std::vector<std::string>& fields)
{
    std::string line;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const bool quoted = fields[i].find(';') != std::string::npos && fields[i].find_first_of(",\"\r\n") == std::string::npos;
        line += i == 0 ? "" : ",";
        line += quoted ? '"' + fields[i] + '"' : analysis::csv_field(fields[i]);
    }
    return line;
}

Result<std::vector<std::vector<std::string>>> parse_csv(std::string_view text)
{
    std::vector<std::vector<std::string>> rows;
    for (std::size_t at = 0; at < text.size();) {
        auto& row = rows.emplace_back();
        for (bool in_row = true; in_row;) {
            auto& field = row.emplace_back();
            if (at < text.size() && text[at] == '"') {
                for (++at;; ++at) {
                    if (at >= text.size())
                        return Error { fmt::format("The quote in row {} is not closed.", rows.size()) };
                    if (text[at] == '"' && (at + 1 >= text.size() || text[at + 1] != '"'))
                        break;
                    at += text[at] == '"' ? 1U : 0U;
                    field += text[at];
                }
                ++at;
            }
            while (at < text.size() && text[at] != ',' && text[at] != '\n')
                field += text[at++];
            if (field.ends_with('\r'))
                field.pop_back();
            in_row = at < text.size() && text[at] == ',';
            ++at;
        }
    }
    return rows;
}

GradeTable::GradeTable(const std::vector<Exercise>& exercises)
    : m_exercises(exercises)
{
    for (const auto& exercise : exercises) {
        for (const auto& requirement : exercise.requirements) {
            if (std::ranges::find(m_requirements, requirement.id) == m_requirements.end())
                m_requirements.push_back(requirement.id);
        }
    }
    m_header =
        fmt::format("{},{},{}", fmt::join(kFirstColumns, ","), fmt::join(m_requirements, ","), fmt::join(kLastColumns, ","));
}

std::string GradeTable::row_of(const Grade& grade) const
{
    const auto& exercise = m_exercises[grade.exercise];
    const auto& assessment = grade.assessment;
    const auto points = [&](std::uint32_t reached) { // no verdict, no points: not even zero
        return assessment.overloaded ? std::string {} : std::to_string(reached);
    };
    std::vector<std::string> fields { spreadsheet_field(grade.student), spreadsheet_field(exercise.id),
        points(points_of(exercise, assessment)), std::to_string(exercise.points()) };
    for (const auto& id : m_requirements) {
        const auto at = std::ranges::find(exercise.requirements, id, &Requirement::id);
        if (at == exercise.requirements.end()) {
            fields.emplace_back();
            continue;
        }
        const auto& finding = assessment.findings[static_cast<std::size_t>(at - exercise.requirements.begin())];
        fields.push_back(points(finding.verdict == Verdict::passed ? at->points : 0));
    }
    constexpr double kNanoseconds = 1000.0; // per microsecond
    const auto* const failure = assessment.first_failure();
    fields.push_back(assessment.time ? fmt::format("{:.3f}", static_cast<double>(assessment.time->count()) / kNanoseconds) : "");
    fields.emplace_back(assessment.time ? exercise.gpu.assumed_gpu().name : "");
    fields.push_back(failure != nullptr && failure->line != 0 ? std::to_string(failure->line) : "");
    fields.push_back(failure == nullptr ? "" : spreadsheet_field(failure->message));
    fields.push_back(spreadsheet_field(grade.id));
    fields.push_back(fingerprint_text(grade.fingerprint));
    return csv_line(fields);
}

Result<void> GradeTable::load(std::string_view csv)
{
    auto rows = parse_csv(csv);
    if (!rows)
        return rows.error();
    if (rows->empty())
        return {};
    if (csv_line(rows->front()) != m_header)
        return Error { "Its columns are not those of these exercises." };
    rows->erase(rows->begin());
    const auto columns = kFirstColumns.size() + m_requirements.size() + kLastColumns.size();
    std::erase_if(*rows, [&](const auto& row) { return row.size() != columns; });
    m_earlier = *std::move(rows);
    return {};
}

std::size_t GradeTable::column(std::string_view name) const
{
    const auto rows = parse_csv(m_header);
    const auto found = std::ranges::find(rows->front(), name);
    VERIFY(found != rows->front().end());
    return static_cast<std::size_t>(found - rows->front().begin());
}

GradeTable::Key GradeTable::key_of(const Grade& grade) const
{
    return { spreadsheet_field(grade.student), spreadsheet_field(m_exercises[grade.exercise].id) };
}

std::optional<std::string> GradeTable::earlier_row(const Grade& grade) const
{
    if (grade.fingerprint == 0)
        return std::nullopt;
    const auto [student, exercise] = key_of(grade);
    const auto fingerprint = fingerprint_text(grade.fingerprint);
    for (const auto& row : m_earlier) {
        if (row[0] == student && row[1] == exercise && row.back() == fingerprint)
            return csv_line(row);
    }
    return std::nullopt;
}

std::optional<std::string> GradeTable::outdated_row(const Grade& grade) const
{
    const auto [student, exercise] = key_of(grade);
    for (const auto& row : m_earlier) {
        if (row[0] == student && row[1] == exercise)
            return csv_line(row);
    }
    return std::nullopt;
}

std::vector<std::string> GradeTable::rows_of_others(const std::vector<Grade>& grades) const
{
    std::set<Key> present;
    for (const auto& grade : grades)
        present.insert(key_of(grade));
    std::vector<std::string> rows;
    for (const auto& row : m_earlier) {
        if (!present.contains({ row[0], row[1] }))
            rows.push_back(csv_line(row));
    }
    return rows;
}

} // namespace warpstage::exercise
