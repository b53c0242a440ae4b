// Kernels that somebody has edited were tried with one variant and one set of parameters. Before a GPU gets them in another
// variant or size, they are tried again beside the frames.
#pragma once

#include "core/base/latest.h"
#include "core/lesson/lesson.h"
#include "core/problem/parameter.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace warpstage::session {

struct EditedKernels {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::size_t variant = 0; // index
    problem::Settings settings;
    bool operator==(const EditedKernels&) const = default;
};

class EditedTrial {
public:
    // A sentence about what is wrong; empty: nothing was found. Called on a thread of its own.
    using Try = std::function<std::string(const EditedKernels&, const std::stop_token&)>;

    // Empty: everything passes.
    explicit EditedTrial(Try what = {});

    // Whoever edits has tried these.
    void has_passed(EditedKernels kernels);

    // What the trial says of these; nothing while it is still looking: one asks again in the next frame.
    [[nodiscard]] std::optional<std::string> verdict(const EditedKernels& kernels);
    [[nodiscard]] bool running() const { return m_looking.pending(); }
    void wait() { m_looking.wait_until_idle(); }

private:
    bool m_tries;
    EditedKernels m_kernels; // of m_verdict or m_looking
    std::optional<std::string> m_verdict;
    Latest<EditedKernels, std::string> m_looking;
};

} // namespace warpstage::session
