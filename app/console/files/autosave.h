// Keeps the session on disk while the program runs, so that a crash costs a minute and not a lecture. Writes in a thread of its
// own. Knows no Qt.
#pragma once

#include "core/session/snapshot.h"

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace warpstage::console {

// What is saved, taken from a snapshot: cheap to hand over, the thread makes the file of it.
struct SavedState {
    std::shared_ptr<const session::Snapshot> snapshot;
    std::string edited; // the text in the editor
    std::string layout;
    std::string when; // "2026-11-21 20:51 UTC"
    std::string program;
};

// Errors: as of session_file::save().
[[nodiscard]] Result<void> write_session(const SavedState& state, const std::filesystem::path& path);

class Autosave {
public:
    // The file is named after the process, so that two programs do not meet.
    explicit Autosave(const std::filesystem::path& folder);
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;
    // Takes the file away: a program that ends by itself has nothing to recover.
    ~Autosave();

    void offer(SavedState state);
    // The newest failure, once.
    [[nodiscard]] std::optional<std::string> take_failure();
    void wait_until_written();
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    // Files of programs that have not ended by themselves, newest first.
    [[nodiscard]] static std::vector<std::filesystem::path> left_behind(const std::filesystem::path& folder);

private:
    void work(const std::stop_token& stop);

    std::filesystem::path m_path;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<SavedState> m_next;
    bool m_busy = false;
    std::optional<std::string> m_failure;
    std::jthread m_thread; // last: it uses the members above
};

} // namespace warpstage::console
