#include "core/base/settings_file.h"

#include "core/base/text.h"
#include "core/base/text_limits.h"
#include "core/base/whole_file.h"

#include <system_error>

namespace warpstage {

std::vector<Setting> read_settings(const std::filesystem::path& file)
{
    const auto text = read_text_file(file, TextFormat::settings);
    if (!text)
        return {};
    std::vector<Setting> settings;
    for (const std::string_view line : text::split(*text, '\n')) {
        const auto equals = line.find('=');
        if (equals != std::string_view::npos)
            settings.push_back(
                { std::string { text::trim(line.substr(0, equals)) }, std::string { text::trim(line.substr(equals + 1)) } });
    }
    return settings;
}

Result<void> write_settings(const std::filesystem::path& file, std::string_view text)
{
    std::error_code failed;
    std::filesystem::create_directories(file.parent_path(), failed);
    return failed ? Result<void> { Error { failed.message() } } : write_whole_file(file, text);
}

} // namespace warpstage
