#include "tests/core/timing/measured.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace warpstage::timing {

namespace {

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);)
        parts.push_back(part);
    return parts;
}

} // namespace

std::vector<MeasuredRow> measured_rows(const std::string& file)
{
    std::ifstream stream(std::string(WARPSTAGE_FIXTURES) + "/timing/" + file);
    std::vector<MeasuredRow> rows;
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with('#') || line.starts_with("lesson,"))
            continue;
        const auto columns = split(line, ',');
        if (columns.size() != 4) {
            ADD_FAILURE() << line;
            continue;
        }
        MeasuredRow row { { columns[0], columns[1] }, std::stod(columns[3]) };
        for (const std::string& parameter : split(columns[2], ';')) {
            const auto equals = parameter.find('=');
            row.lesson_case.parameters.emplace_back(parameter.substr(0, equals), parameter.substr(equals + 1));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace warpstage::timing
