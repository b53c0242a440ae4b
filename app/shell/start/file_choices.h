// The entries of the start page where files can be opened: the last session, files to find, and the files that were opened last.
#pragma once

#include "app/shell/start/last_session.h"
#include "app/shell/start/start_choices.h"

namespace warpstage::shell {

// With the entries of the lessons. `last`: nothing if there is no state to continue. `recent`: the list of files that were opened
// last; empty: none.
[[nodiscard]] std::shared_ptr<stage::StartChoices> file_choices(const lesson::Catalog& catalog, const std::string& chosen,
    const std::optional<LastSession>& last, const std::filesystem::path& recent);

} // namespace warpstage::shell
