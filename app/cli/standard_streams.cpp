#include "app/cli/standard_streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace warpstage::cli {

void open_standard_streams()
{
    for (const int descriptor : { STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO }) {
        if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) // NOLINT(cppcoreguidelines-pro-type-vararg)
            continue;
        // Reading a closed input and writing to a closed output remain errors; messages are lost.
        const int mode = descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY;
        static_cast<void>(::open("/dev/null", mode)); // NOLINT(cppcoreguidelines-pro-type-vararg): the lowest free descriptor
    }
}

std::string printable(std::string_view text)
{
    std::string shown;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
        const bool wide = byte == 0xc2 && next >= 0x80 && next < 0xa0; // U+0080 to U+009F
        const bool narrow = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f;
        if (wide || narrow)
            shown += "\ufffd";
        else
            shown += text[i];
        if (wide)
            ++i;
    }
    return shown;
}

void print_error(std::string_view text)
{
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
    static_cast<void>(std::fflush(stderr));
}

void warn(std::string_view sentence)
{
    print_error(fmt::format("warpstage: {}\n", printable(sentence)));
}

bool finish_output()
{
    const bool failed_before = std::ferror(stdout) != 0;
    errno = 0;
    if (std::fflush(stdout) == 0 && !failed_before)
        return true;
    // Only the write that failed knew its reason. A reader that has left ends the process by a signal before this.
    const auto reason = errno != 0 ? std::system_category().message(errno) : std::string { "The output is incomplete" };
    warn(fmt::format("Cannot write to standard output: {}.", reason));
    std::clearerr(stdout);
    return false;
}

} // namespace warpstage::cli
