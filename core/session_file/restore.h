// Conversion between session files and sessions.
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

// The snapshot's content as a document. `saved_at` and `program` are informative.
[[nodiscard]] Document document_of(const session::Snapshot& snapshot, std::string saved_at, std::string program);

// The recorded run and its settings for a session, re-evaluated for the saved architecture. The run has the source and the PTX
// that it was recorded with, independent of the installed lesson. Errors, each a sentence with `name`: the lesson or variant is
// not installed, the PTX does not parse, the run does not match the PTX, the lesson does not accept a parameter.
[[nodiscard]] Result<session::Replay> restore(const Document& document, const lesson::Catalog& catalog, std::string_view name);

} // namespace warpstage::session_file
