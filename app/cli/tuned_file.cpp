#include "app/cli/tuned_file.h"

#include "app/cli/user_folders.h"
#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace warpstage::cli {

namespace {

lesson::ReadTunedSettings read_tuned_file(const std::filesystem::path& file)
{
    std::ifstream stream { file, std::ios::binary };
    if (!stream)
        return {};
    const std::string text { std::istreambuf_iterator<char> { stream }, {} };
    return lesson::read_tuned_settings(text, file.string());
}

} // namespace

std::filesystem::path tuned_file()
{
    return settings_folder() / "tuned.toml";
}

std::shared_ptr<const lesson::TunedSettings> load_tuned()
{
    auto read = read_tuned_file(tuned_file());
    for (const auto& mistake : read.mistakes)
        fmt::print(stderr, "warpstage: {} What else the file says is used.\n", mistake);
    return std::make_shared<const lesson::TunedSettings>(std::move(read.settings));
}

Result<void> keep_tuned(lesson::TunedVariant found)
{
    const auto file = tuned_file();
    auto read = read_tuned_file(file);
    if (!read.mistakes.empty())
        return Error { fmt::format("{} Nothing was written: mend or remove the file first.", read.mistakes.front()) };
    read.settings.put(std::move(found));
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    auto written = error ? Result<void> { Error { error.message() } } : write_whole_file(file, read.settings.to_toml());
    if (!written)
        return Error { fmt::format("{} cannot be written: {}.", file.string(), written.error().message) };
    return {};
}

std::set<std::string, std::less<>> said_by(const Common& common)
{
    std::set<std::string, std::less<>> said;
    for (const auto& [id, value] : common.settings)
        said.insert(id);
    return said;
}

lesson::MachineFacts facts_of(const engine::Description& machine)
{
    return { machine.name, machine.multiprocessors };
}

} // namespace warpstage::cli
