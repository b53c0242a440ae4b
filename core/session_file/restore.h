// Between a session file and what a session shows.
#pragma once

#include "core/base/result.h"
#include "core/lesson/catalog.h"
#include "core/session/recording/replay.h"
#include "core/session/snapshot.h"
#include "core/session_file/document.h"

#include <memory>
#include <string>
#include <string_view>

namespace warpstage::session_file {

// What the snapshot shows, as it can be saved. `saved_at` and `program` are for people.
[[nodiscard]] Document document_of(const session::Snapshot& snapshot, std::string saved_at, std::string program);

// The recorded run as a session shows it, re-evaluated for the architecture that it was saved with, and what has to be
// set for it. The run comes with the source and the PTX that made it, whatever the installed lesson holds now. Errors, each a
// sentence that names `name`: a lesson or a variant that is not installed, PTX that does not parse, a run that does not fit it, a
// parameter that the lesson does not take.
[[nodiscard]] Result<session::Replay> restore(const Document& document, const lesson::Catalog& catalog, std::string_view name);

} // namespace warpstage::session_file
