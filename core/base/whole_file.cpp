#include "core/base/whole_file.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

namespace warpstage {

namespace {

namespace fs = std::filesystem;

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

Error system_reason()
{
    return Error { std::system_category().message(errno) };
}

Result<void> write_bytes(const fs::path& path, std::string_view bytes)
{
    std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "wb"));
    if (file == nullptr)
        return system_reason();
    if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
        return system_reason();
    // A full disk may be reported only here.
    if (std::fclose(file.release()) != 0)
        return system_reason();
    return {};
}

} // namespace

Result<void> write_whole_file(const fs::path& path, std::string_view bytes)
{
    const fs::path unfinished = path.string() + ".part";
    auto written = write_bytes(unfinished, bytes);
    if (written) {
        std::error_code failed;
        fs::rename(unfinished, path, failed);
        if (!failed)
            return {};
        written = Error { failed.message() };
    }
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    return written;
}

} // namespace warpstage
