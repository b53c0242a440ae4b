// Caches the input that was generated last: every variant of a lesson starts with the same numbers.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

namespace warpstage::problem {

// Thread-safe.
template <typename Key, typename Input> class LastInput {
public:
    // `make()` generates the input of `key`.
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
