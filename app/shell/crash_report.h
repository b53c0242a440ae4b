// If the program crashes, it writes a small report, which a user can read and attach to a message: version, signal, addresses of
// functions. It contains no arguments, file names or contents.
#pragma once

#include <filesystem>
#include <string>

namespace warpstage::shell {

// From now on a crash writes `folder`/crash-PROCESS.txt and says so on standard error. `folder` empty: only the message.
void report_crashes(const std::filesystem::path& folder, const std::string& version);

// A crash says that this session can be recovered if the file exists then.
void name_saved_session(const std::filesystem::path& file);

} // namespace warpstage::shell
