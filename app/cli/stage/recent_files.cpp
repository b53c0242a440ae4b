#include "app/cli/stage/recent_files.h"

#include "core/base/settings_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"

#include <algorithm>
#include <string>
#include <system_error>

namespace warpstage::cli {

namespace fs = std::filesystem;

std::vector<fs::path> recent_files(const fs::path& list)
{
    std::vector<fs::path> files;
    const auto text = read_whole_file(list, kMaxSettingsBytes);
    for (const auto line : text::split(text ? *text : std::string_view {}, '\n')) {
        std::error_code ignored;
        if (files.size() < kMaxRecent && !line.empty() && fs::is_regular_file(line, ignored)
            && std::ranges::find(files, fs::path { line }) == files.end())
            files.emplace_back(line);
    }
    return files;
}

void add_recent(const fs::path& list, const fs::path& file)
{
    std::error_code ignored;
    const fs::path whole = fs::absolute(file, ignored).lexically_normal();
    if (whole.string().find('\n') != std::string::npos)
        return;
    auto files = recent_files(list);
    std::erase(files, whole);
    files.insert(files.begin(), whole);
    files.resize(std::min(files.size(), kMaxRecent));
    std::string text;
    for (const fs::path& one : files)
        text += one.string() + "\n";
    static_cast<void>(write_settings(list, text));
}

} // namespace warpstage::cli
