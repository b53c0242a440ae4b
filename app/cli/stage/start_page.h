// The start page of the program: its entries, their figures, the last state, and files to open.
#pragma once

#include "app/cli/stage/file_opener.h"
#include "app/cli/stage/last_session.h"
#include "app/cli/stage/start_pictures.h"
#include "app/stage/stage.h"

namespace warpstage::cli {

// `lesson`: initially selected. `last`: nothing if there is no state to continue.
[[nodiscard]] std::shared_ptr<stage::StartChoices> start_choices(
    const lesson::Catalog& catalog, const std::string& lesson, const std::optional<LastSession>& last);

class StartPage {
public:
    // `memory`: file that stores the current state; empty: none. `opened`: see FileOpener.
    StartPage(const std::shared_ptr<const lesson::Catalog>& catalog, const std::filesystem::path& memory,
        const std::filesystem::path& opened, Urgency urgency);

    // Called before each frame.
    void follow(stage::Stage& stage, session::Session& session, std::chrono::steady_clock::time_point now);
    [[nodiscard]] StartPictures& pictures() { return m_pictures; }
    // Waits until it is done, for screenshots that must not depend on time.
    void wait();

private:
    StartPictures m_pictures;
    FileOpener m_opener;
    SessionMemory m_memory;
};

} // namespace warpstage::cli
