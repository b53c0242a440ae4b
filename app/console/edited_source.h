// The editor's interface to live editing: takes the text of the source view, returns the state of the new kernels.
#pragma once

#include "core/session/snapshot.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::console {

// An edit is submitted when no key was pressed for this time.
inline constexpr std::chrono::milliseconds kSettleTime { 30 };

struct EditedSource {
    std::string lesson; // id
    std::string text; // of kernels.cu, whole
};

struct SourceMessage {
    std::uint32_t line = 0; // in the submitted text; 0: no line
    session::Severity severity = session::Severity::information;
    std::string text; // one sentence, or the compiler's message
};

// Progress of the newest text.
struct SourceState {
    std::string lesson;
    std::string headline; // one sentence: "Compiling …", "Runs on the virtual machine …"
    session::Severity severity = session::Severity::information;
    std::vector<SourceMessage> messages;
    bool trying = false; // the text is being compiled and tested
};

class SourceEditor {
public:
    SourceEditor() = default;
    SourceEditor(const SourceEditor&) = delete;
    SourceEditor& operator=(const SourceEditor&) = delete;
    virtual ~SourceEditor() = default;

    // Submits a changed text. Called shortly after a key press, on the main thread; must not block. The shipped text of the
    // lesson resets the kernels.
    virtual void source_edited(EditedSource edited) = 0;
    // A new object for each change; null: no state. Called several times per second, on the main thread.
    [[nodiscard]] virtual std::shared_ptr<const SourceState> source_state() const = 0;
};

} // namespace warpstage::console
