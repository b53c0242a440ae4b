#include "app/shell/files/file_opener.h"

#include "app/shell/files/captures.h"
#include "app/shell/files/recorded.h"
#include "core/capture_file/archive.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

namespace warpstage::shell {

namespace {

session::Command command_of_session(const std::filesystem::path& path, const lesson::Catalog& catalog)
{
    const auto refusal = [](std::string sentence) {
        return session::AddNotice { session::Severity::attention, std::move(sentence) };
    };
    if (path.extension() != session_file::kEnding)
        return refusal(fmt::format("{} is neither a session file or capture (*{}) nor a file with kernels (*.cu, *.ptx).",
            path.string(), session_file::kEnding));
    if (capture_file::is_capture(path)) {
        auto lesson = open_capture(path);
        if (!lesson)
            return refusal(lesson.error().message);
        return session::ShowLesson { *std::move(lesson) };
    }
    auto replay = replay_of(path, catalog, path.string());
    return replay ? session::Command { *std::move(replay) } : refusal(replay.error().message);
}

} // namespace

OpenAnswer open_file(const OpenRequest& request, const lesson::Catalog& catalog, OutsideFiles& files, const std::stop_token& stop)
{
    OpenAnswer answer { request.file, {}, {} };
    if (!is_kernel_file(request.file)) {
        answer.commands.push_back(command_of_session(request.file, catalog));
        return answer;
    }
    auto opened = request.answers ? files.answer(*request.answers, stop) : files.open(request.file, request.ask, stop);
    if (opened.lesson != nullptr)
        answer.commands.emplace_back(session::ShowLesson { std::move(opened.lesson) });
    answer.page = std::move(opened.page);
    return answer;
}

FileOpener::FileOpener(std::shared_ptr<const lesson::Catalog> catalog, std::filesystem::path data, Urgency urgency)
    : m_urgency(urgency)
    , m_files(std::move(data))
    , m_worker([this, catalog = std::move(catalog)](
                   const OpenRequest& request, auto& progress) { return open_file(request, *catalog, m_files, progress.stop()); })
{
}

void FileOpener::open(OpenRequest request)
{
    m_watched.reset();
    const bool kernels = is_kernel_file(request.file);
    std::error_code error;
    request.file = std::filesystem::absolute(request.file, error);
    if (kernels)
        m_watched = Watched { request.file, std::filesystem::last_write_time(request.file, error) };
    // The user waits for the compiler.
    m_worker.request(std::move(request), kernels ? Urgency::usual : m_urgency);
}

std::optional<OpenAnswer> FileOpener::take()
{
    auto answer = m_worker.take();
    if (!answer)
        return std::nullopt;
    const bool followed = m_watched && m_watched->file.extension() == ".cu" && !answer->result.page;
    if (followed)
        m_watched.reset();
    return std::move(answer->result);
}

std::optional<std::filesystem::path> FileOpener::changed(std::chrono::steady_clock::time_point now)
{
    constexpr std::chrono::milliseconds kInterval { 250 };
    if (!m_watched || m_worker.pending() || (m_looked && now - *m_looked < kInterval))
        return std::nullopt;
    m_looked = now;
    std::error_code error;
    const auto written = std::filesystem::last_write_time(m_watched->file, error);
    if (error || written == m_watched->written)
        return std::nullopt;
    m_watched->written = written;
    return m_watched->file;
}

} // namespace warpstage::shell
