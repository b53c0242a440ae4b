#include "app/serve/class_folder.h"

#include "app/serve/class_store.h"
#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <string_view>
#include <system_error>

namespace warpstage::serve {

namespace {

namespace fs = std::filesystem;

} // namespace

Result<void> prepare_class_folder(const fs::path& folder)
{
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        return Error { fmt::format("Cannot create the folder `{}`: {}.", folder.string(), failed.message()) };
    fs::permissions(folder, fs::perms::owner_all, failed); // it has names and tokens
    return {};
}

Result<std::string> token_in(const fs::path& file)
{
    constexpr std::size_t kShortest = 16;
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
        if (auto written = write_whole_file(file, random_digits(kShortest) + "\n"); !written)
            return Error { fmt::format("Cannot write `{}`: {}.", file.string(), written.error().message) };
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write, ignored);
    }
    const auto text = read_whole_file(file, kMaxTextBytes);
    if (!text)
        return Error { fmt::format("The token `{}` cannot be read: {}.", file.string(), text.error().message) };
    auto token = text->substr(0, text->find_first_of("\r\n"));
    if (token.size() < kShortest)
        return Error { fmt::format(
            "The first line of `{}` is no token: it has less than {} characters.", file.string(), kShortest) };
    return token;
}

std::string new_class_code()
{
    constexpr std::string_view kSigns = "23456789abcdefghjkmnpqrstuvwxyz";
    constexpr std::size_t kLength = 6;
    std::string code;
    while (code.size() < kLength) {
        const auto number = std::stoul(random_digits(1), nullptr, 16);
        if (number < 256 / kSigns.size() * kSigns.size())
            code += kSigns[number % kSigns.size()];
    }
    return code;
}

} // namespace warpstage::serve
