// Shows a link, or follows a presenter until the user does something else.
#pragma once

#include "core/lesson/catalog.h"
#include "core/session/link/follower.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::shell {

class Following {
public:
    using Time = session::Follower::Time;

    explicit Following(std::shared_ptr<const lesson::Catalog> catalog)
        : m_catalog(std::move(catalog))
    {
    }

    // Shows a link once.
    void go(session::Link link);

    // A state that the presenter has published. It is shown now, or when the user comes back. Returns why it cannot be used, and
    // then nothing changes; empty: it can.
    [[nodiscard]] std::string receive(std::string_view published);
    // The name of the file with the presenter's edited kernels, beside the state; empty: none is needed.
    [[nodiscard]] std::string wanted_kernels() const;
    // Its content. Until then the lesson's own kernels run. Returns why it cannot be used; empty: it can.
    [[nodiscard]] std::string receive_kernels(std::string_view content);
    // The user explores alone; comes back to the presenter.
    void leave();
    void come_back();
    // The same at the user's request, after what the user has done before: see apply_request().
    void explore(bool on_own) { m_explores = on_own; }
    void apply_request();
    // False: the user has left, or there is no presenter.
    [[nodiscard]] bool follows() const { return m_follows && m_latest; }
    // Of the presenter's last state; 0: none.
    [[nodiscard]] std::uint64_t serial() const { return m_latest ? m_latest->serial : 0; }

    // A user who selects something else explores alone. The answer to a question is the user's own in any case.
    void watch_user(const std::vector<session::Command>& commands);
    // With reduced motion a link never starts the simulation.
    void keep_paused(bool always) { m_follower.keep_paused(always); }
    // The commands of this frame, which show the link.
    [[nodiscard]] std::vector<session::Command> commands(const session::Snapshot& shown, Time now);

private:
    // Of the presenter's last state; null: the kernels that the page has are not the presenter's.
    [[nodiscard]] std::shared_ptr<const lesson::Lesson> kernels() const;

    struct Kernels {
        session::KernelsFile file;
        std::shared_ptr<const lesson::Lesson> lesson; // null: the file was refused
    };

    std::shared_ptr<const lesson::Catalog> m_catalog;
    std::optional<Kernels> m_kernels; // received last
    session::Follower m_follower;
    std::optional<session::PublishedLink> m_latest;
    std::optional<bool> m_explores; // requested by the user; nothing: none since apply_request()
    bool m_follows = true;
};

} // namespace warpstage::shell
