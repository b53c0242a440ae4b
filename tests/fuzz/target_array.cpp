#include "core/problem/buffers/array_file.h"
#include "core/problem/buffers/element_type.h"
#include "tests/fuzz/targets.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warpstage::fuzz {

// The first line is the ending of the file and the type of its elements: "npy f32".
void array(std::string_view text)
{
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    const auto blank = std::min(line.find(' '), line.size());
    const auto ending = line.substr(0, blank);
    const auto type = problem::parse_element_type(line.substr(std::min(blank + 1, line.size())));
    const bool known = ending == "npy" || ending == "bin" || ending == "csv" || ending == "txt";
    const auto file =
        std::filesystem::temp_directory_path() / fmt::format("warpstage-fuzz-{}.{}", getpid(), known ? ending : "npy");
    std::ofstream(file, std::ios::binary) << text.substr(std::min(end + 1, text.size()));
    static_cast<void>(problem::read_array(file, type.value_or(ptx::Type::f32), std::nullopt));
    static_cast<void>(problem::read_array(file, type.value_or(ptx::Type::f32), 4));
    std::filesystem::remove(file);
}

} // namespace warpstage::fuzz
