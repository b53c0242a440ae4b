#include "app/serve/events.h"

namespace warpstage::serve {

void Events::set_state(const std::string& state)
{
    const std::scoped_lock lock(m_mutex);
    m_state = state;
    ++m_now.state;
    m_changed.notify_all();
}

std::string Events::state() const
{
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

void Events::note_class()
{
    const std::scoped_lock lock(m_mutex);
    ++m_now.of_class;
    m_changed.notify_all();
}

bool Events::enter()
{
    const std::scoped_lock lock(m_mutex);
    if (m_ended || m_listeners >= kMaxListeners)
        return false;
    ++m_listeners;
    return true;
}

void Events::leave()
{
    const std::scoped_lock lock(m_mutex);
    --m_listeners;
}

std::size_t Events::listeners() const
{
    const std::scoped_lock lock(m_mutex);
    return m_listeners;
}

std::optional<std::string> Events::next(Seen& seen, std::chrono::milliseconds patience)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, patience, [&] { return m_ended || seen.state != m_now.state || seen.of_class != m_now.of_class; });
    if (m_ended)
        return std::nullopt;
    std::string text;
    if (seen.state != m_now.state) { // a state is one line
        text += "event: state\ndata: ";
        for (const char c : m_state)
            text += c == '\n' || c == '\r' ? ' ' : c;
        text += "\n\n";
    }
    if (seen.of_class != m_now.of_class)
        text += "event: class\ndata: changed\n\n";
    seen = m_now;
    return text.empty() ? ":\n\n" : text;
}

void Events::end()
{
    const std::scoped_lock lock(m_mutex);
    m_ended = true;
    m_changed.notify_all();
}

} // namespace warpstage::serve
