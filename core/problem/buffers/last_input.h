// Caches the inputs that were generated last: every variant of a lesson starts with the same numbers. There are two of them,
// because a small problem is shown while the time of a large one is estimated.
#pragma once

#include "core/problem/buffers/kept_inputs.h"

#include <algorithm>
#include <cstddef>
#include <deque>
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
        if (const auto known = find(key))
            return *known;
        Input made = make(); // without the lock: the input of another size does not wait for it
        const std::scoped_lock lock(m_mutex);
        if (!m_keeps)
            return made;
        if (m_last.size() == kKept)
            m_last.pop_front();
        m_last.emplace_back(key, made);
        return made;
    }

    // At first they are kept.
    void keep(KeptInputs kept)
    {
        const std::scoped_lock lock(m_mutex);
        m_keeps = kept == KeptInputs::last;
        if (!m_keeps)
            m_last.clear();
    }

private:
    static constexpr std::size_t kKept = 2;

    [[nodiscard]] std::optional<Input> find(const Key& key)
    {
        const std::scoped_lock lock(m_mutex);
        for (std::size_t i = 0; i < m_last.size(); ++i) {
            if (m_last[i].first != key)
                continue;
            std::rotate(m_last.begin() + static_cast<std::ptrdiff_t>(i), m_last.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                m_last.end()); // the one used last stays longest
            return m_last.back().second;
        }
        return std::nullopt;
    }

    std::mutex m_mutex;
    std::deque<std::pair<Key, Input>> m_last;
    bool m_keeps = true;
};

} // namespace warpstage::problem
