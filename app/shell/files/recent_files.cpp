#include "app/shell/files/recent_files.h"

#include "core/base/settings_file.h"
#include "core/base/whole_file.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

namespace warpstage::shell {

namespace fs = std::filesystem;

std::vector<fs::path> recent_files(const fs::path& list)
{
    std::vector<fs::path> files;
    const auto text = read_whole_file(list, kMaxSettingsBytes);
    for (std::string_view rest = text ? *text : std::string_view {}; !rest.empty() && files.size() < kMaxRecent;) {
        const auto line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        std::error_code ignored;
        if (!line.empty() && fs::is_regular_file(line, ignored) && std::ranges::find(files, fs::path { line }) == files.end())
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

} // namespace warpstage::shell
