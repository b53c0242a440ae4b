// The state when the program ended, for "Continue" on the start page.
#pragma once

#include "app/shell/service.h"
#include "core/lesson/catalog.h"
#include "core/session/session.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::shell {

struct LastSession {
    std::string lesson; // ids
    std::string variant;
    std::vector<std::pair<std::string, std::string>> parameters; // other than the lesson's initial ones
    std::optional<std::size_t> cue; // counted from 0
    bool answered = true; // its question, if it has one

    bool operator==(const LastSession&) const = default;
};

// Nothing: the file does not exist or names no lesson.
[[nodiscard]] std::optional<LastSession> load_last_session(const std::filesystem::path& file);
[[nodiscard]] Result<void> save_last_session(const LastSession& last, const std::filesystem::path& file);

[[nodiscard]] LastSession last_session_of(const session::Snapshot& shown);
// The commands that restore it. Empty: the lesson is no longer installed.
[[nodiscard]] std::vector<session::Command> commands_of(const LastSession& last, const lesson::Catalog& catalog);
// "4 · Transpose, padded, cue 3 of 9".
[[nodiscard]] std::string words_of(const LastSession& last, const lesson::Catalog& catalog);

// Writes the current state to the file periodically and at the end.
class SessionMemory final : public Service {
public:
    explicit SessionMemory(std::filesystem::path file)
        : m_file(std::move(file))
    {
    }

    void before_frame(stage::StageParts& stage, session::Session& session, Time now) override;

    void follow(const session::Snapshot& shown, Time now);
    void save() override;

private:
    std::filesystem::path m_file;
    std::optional<LastSession> m_saved;
    std::optional<LastSession> m_shown;
    Time m_saved_at;
};

} // namespace warpstage::shell
