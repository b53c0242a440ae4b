// Recovery of sessions that were not saved before a crash.
#pragma once

#include "app/console/files/autosave.h"
#include "app/console/files/session_files.h"

#include <memory>
#include <string>

namespace warpstage::console {

class Recovery {
public:
    // All must outlive this.
    Recovery(SessionLink& link, SessionFiles& files);

    // Called several times per second: saves changes periodically; when the window becomes visible, offers the sessions of
    // crashed programs that were not offered before.
    void refresh();

    // Lists the sessions of crashed programs, the newest first: any of them can be opened, and none is removed unasked. Not
    // modal: the lecture continues.
    void offer();

private:
    void autosave();
    void offer_new();

    SessionLink& m_link;
    SessionFiles& m_files;
    Autosave m_autosave;
    std::shared_ptr<const session::Recording> m_saved;
    std::string m_saved_text;
    int m_refreshes = 0;
    bool m_offered = false;
};

} // namespace warpstage::console
