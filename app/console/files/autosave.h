// Saves the session periodically while the program runs, so that a crash loses a minute of work at most. Writes in a separate
// thread. Does not use Qt.
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

// The state to save, taken from a snapshot: cheap to pass; the thread serializes it.
struct SavedState {
    std::shared_ptr<const session::Snapshot> snapshot;
    std::string edited; // the text in the editor
    std::string layout;
    std::string when; // "2026-11-21 20:51 UTC"
    std::string program;
};

// Errors: those of session_file::save().
[[nodiscard]] Result<void> write_session(const SavedState& state, const std::filesystem::path& path);

class Autosave {
public:
    explicit Autosave(const std::filesystem::path& folder);
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;
    // Removes the file: after a normal exit nothing has to be recovered.
    ~Autosave();

    void offer(SavedState state);
    // The newest failure; each is returned once.
    [[nodiscard]] std::optional<std::string> take_failure();
    void wait_until_written();
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    // Files of programs that did not exit normally, newest first.
    [[nodiscard]] static std::vector<std::filesystem::path> left_behind(const std::filesystem::path& folder);
    // Removes all of them but the newest `count`, and what was being written when a program was killed.
    static void keep_newest(const std::filesystem::path& folder, std::size_t count);

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
