// The input that was made last stays: every variant of a lesson begins with the same numbers.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

namespace warpstage::problem {

// May be asked from several threads.
template <typename Key, typename Input> class LastInput {
public:
    // `make()` makes the input of `key`.
    template <typename Make> [[nodiscard]] Input get(const Key& key, const Make& make)
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_last || m_last->first != key)
            m_last.emplace(key, make());
        return m_last->second;
    }

private:
    std::mutex m_mutex;
    std::optional<std::pair<Key, Input>> m_last;
};

} // namespace warpstage::problem
