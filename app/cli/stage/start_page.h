// The start page of the program: its entries, their figures, the last state, and files to open, with the form for their kernels.
#pragma once

#include "app/cli/publish/publish_target.h"
#include "app/cli/stage/file_opener.h"
#include "app/cli/stage/last_session.h"
#include "app/cli/stage/start_pictures.h"
#include "app/stage/stage.h"

namespace warpstage::cli {

// `lesson`: initially selected. `last`: nothing if there is no state to continue.
[[nodiscard]] std::shared_ptr<stage::StartChoices> start_choices(
    const lesson::Catalog& catalog, const std::string& lesson, const std::optional<LastSession>& last);

// What the command line adds to a file that it names.
struct OpenedWith {
    std::string variant; // id of a kernel; empty: the one that the form shows
    std::vector<std::pair<std::string, std::string>> settings {};
};

class StartPage {
public:
    struct Places {
        std::filesystem::path memory; // file that stores the current state; empty: none
        std::filesystem::path data; // the user's folder: see OutsideFiles
        std::filesystem::path recent; // the list of files that were opened last; empty: none
        PublishTarget published; // of the state for pages that follow
    };
    StartPage(const std::shared_ptr<const lesson::Catalog>& catalog, Places places, Urgency urgency);

    // Opens a file that the command line names: it covers the stage until it is compiled.
    void open(stage::Stage& stage, const std::filesystem::path& file, OpenedWith with);
    // Called before each frame.
    void follow(stage::Stage& stage, session::Session& session, std::chrono::steady_clock::time_point now);
    [[nodiscard]] StartPictures& pictures() { return m_pictures; }
    // The entries of the files that were opened last.
    [[nodiscard]] std::vector<stage::StartChoice> recent() const;
    // Why options of the command line cannot be used for the file that was opened: one sentence each, also shown on the stage.
    [[nodiscard]] std::vector<std::string> take_refused();
    // Waits until it is done, for screenshots that must not depend on time.
    void wait();

private:
    void request(stage::Stage& stage, OpenRequest request);
    void take(stage::Stage& stage, session::Session& session);
    static void set_parameters(
        const lesson::Lesson& lesson, const OpenedWith& with, session::Session& session, std::vector<std::string>& refused);
    void obey(stage::FileRequest request, stage::Stage& stage, session::Session& session);
    void publish(session::Session& session, std::chrono::steady_clock::time_point now);

    Places m_places;
    StartPictures m_pictures;
    FileOpener m_opener;
    SessionMemory m_memory;
    std::unique_ptr<session::LinkPublisher> m_publisher; // null: nothing is published
    OpenedWith m_with;
    std::vector<std::string> m_refused;
};

} // namespace warpstage::cli
