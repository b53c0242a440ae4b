#include "tests/core/arch/h200_fixture.h"

#include <fstream>
#include <sstream>

namespace warpstage::arch {

std::vector<MeasuredRow> read_measured(const std::string& file)
{
    std::ifstream stream(std::string(WARPSTAGE_FIXTURES) + "/" + file);
    std::vector<MeasuredRow> rows;
    std::string line;
    std::getline(stream, line); // the names of the columns
    while (std::getline(stream, line)) {
        std::istringstream fields(line);
        std::array<std::string, 7> field;
        for (std::string& text : field)
            std::getline(fields, text, ',');
        MeasuredRow row { .operation = field[0], .name = field[2] };
        row.bytes = static_cast<std::uint32_t>(std::stoul(field[1]));
        row.lanes = static_cast<LaneMask>(std::stoul(field[3], nullptr, 16));
        std::istringstream offsets(field[4]);
        for (std::uint64_t& address : row.addresses)
            offsets >> address;
        row.figures = { static_cast<std::uint32_t>(std::stoul(field[5])), static_cast<std::uint32_t>(std::stoul(field[6])) };
        rows.push_back(row);
    }
    return rows;
}

} // namespace warpstage::arch
