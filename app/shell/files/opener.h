// Opens the files that the user names, drops or selects, shows the form for their kernels, and follows a file that is saved.
#pragma once

#include "app/shell/files/file_opener.h"
#include "app/shell/service.h"

namespace warpstage::shell {

// What the command line adds to a file that it names.
struct OpenedWith {
    std::string variant; // id of a kernel; empty: the one that the form shows
    std::vector<std::pair<std::string, std::string>> settings {};
};

class Opener final : public Service {
public:
    struct Places {
        std::filesystem::path data; // the user's folder: see OutsideFiles
        std::filesystem::path recent; // the list of files that were opened last; empty: none
    };
    Opener(const std::shared_ptr<const lesson::Catalog>& catalog, Places places, Urgency urgency);

    // Opens a file that the command line names: it covers the stage until it is compiled.
    void open(stage::LaunchMenu& menu, const std::filesystem::path& file, OpenedWith with);
    void before_frame(stage::StageParts& stage, session::Session& session, Time now) override;
    void wait() override { m_files.wait(); }
    // Why options of the command line cannot be used for the file that was opened: one sentence each, also shown on the stage.
    [[nodiscard]] std::vector<std::string> take_refused() { return std::exchange(m_refused, {}); }

private:
    void request(stage::LaunchMenu& menu, OpenRequest request);
    void serve(stage::FileRequest request, stage::LaunchMenu& menu, session::Session& session);
    void take(stage::LaunchMenu& menu, session::Session& session);
    void show(OpenAnswer answer, session::Session& session);

    Places m_places;
    FileOpener m_files;
    OpenedWith m_with;
    std::vector<std::string> m_refused;
};

} // namespace warpstage::shell
