#include "app/console/files/autosave.h"

#include "app/console/files/autosave_file.h"
#include "core/base/whole_file.h"
#include "core/session_file/restore.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <fstream>
#include <functional>
#include <string_view>
#include <system_error>
#include <utility>

namespace warpstage::console {

namespace {

namespace fs = std::filesystem;

// The process id in a file's name; nothing if the file is no autosave file.
std::optional<long> process_of(const fs::path& path)
{
    const std::string name = path.filename().string();
    if (!name.starts_with(kAutosaveBegin) || path.extension() != session_file::kEnding)
        return std::nullopt;
    const std::string stem = path.stem().string().substr(kAutosaveBegin.size());
    long process = 0;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), process);
    return error == std::errc {} && end == stem.data() + stem.size() ? std::optional(process) : std::nullopt;
}

bool runs(long process)
{
    std::ifstream name(fmt::format("/proc/{}/comm", process));
    std::ifstream own("/proc/self/comm");
    std::string theirs;
    std::string ours;
    return std::getline(name, theirs) && std::getline(own, ours) && theirs == ours;
}

} // namespace

Result<void> write_session(const SavedState& state, const fs::path& path)
{
    auto document = session_file::document_of(*state.snapshot, state.when, state.program);
    if (state.edited != document.source)
        document.edited = state.edited;
    document.layout = state.layout;
    return session_file::save(document, path);
}

Autosave::Autosave(const fs::path& folder)
    : m_path(autosave_file(folder, ::getpid()))
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

Autosave::~Autosave()
{
    m_thread.request_stop();
    m_thread.join();
    if (std::uncaught_exceptions() > 0) // the next start offers it
        return;
    std::error_code ignored;
    fs::remove(m_path, ignored);
}

void Autosave::offer(SavedState state)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_next = std::move(state);
    }
    m_changed.notify_all();
}

std::optional<std::string> Autosave::take_failure()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_failure, std::nullopt);
}

void Autosave::wait_until_written()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_next && !m_busy; });
}

void Autosave::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return m_next.has_value(); })) {
        const SavedState state = *std::exchange(m_next, std::nullopt);
        m_busy = true;
        lock.unlock();
        std::error_code failed;
        fs::create_directories(m_path.parent_path(), failed);
        const auto written = write_session(state, m_path);
        lock.lock();
        m_busy = false;
        if (!written)
            m_failure = written.error().message;
        m_changed.notify_all();
    }
}

std::vector<fs::path> Autosave::left_behind(const fs::path& folder)
{
    std::vector<fs::path> found;
    std::error_code failed;
    for (fs::directory_iterator at { folder, failed }, end; !failed && at != end; at.increment(failed)) {
        if (const auto process = process_of(at->path()); process && !runs(*process))
            found.push_back(at->path());
    }
    std::error_code ignored;
    std::ranges::sort(found, std::greater {}, [&](const fs::path& path) { return fs::last_write_time(path, ignored); });
    return found;
}

void Autosave::keep_newest(const fs::path& folder, std::size_t count)
{
    remove_abandoned_files(folder);
    const auto left = left_behind(folder);
    std::error_code ignored;
    for (std::size_t i = count; i < left.size(); ++i)
        fs::remove(left[i], ignored);
}

} // namespace warpstage::console
