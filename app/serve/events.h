// What pages are told as soon as it happens (server-sent events): the presenter's state, and that the numbers of the class
// changed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace warpstage::serve {

class Events {
public:
    static constexpr std::size_t kMaxListeners = 500; // each has a thread

    void set_state(const std::string& state);
    [[nodiscard]] std::string state() const; // empty: none yet
    void note_class(); // its numbers changed

    // Whether there is a place for another listener, which leaves later.
    [[nodiscard]] bool enter();
    void leave();
    [[nodiscard]] std::size_t listeners() const;

    struct Seen {
        std::uint64_t state = 0;
        std::uint64_t of_class = 0;
    };
    // Waits for a change after `seen`, at most this long. The text of the event stream; a comment if nothing has changed;
    // nothing: the server ends.
    [[nodiscard]] std::optional<std::string> next(Seen& seen, std::chrono::milliseconds patience);
    void end();

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_state;
    Seen m_now;
    std::size_t m_listeners = 0;
    bool m_ended = false;
};

} // namespace warpstage::serve
