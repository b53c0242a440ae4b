// A cache of computed results by subject, of which the lesson is a part: the newest results, up to a maximum number, and none of
// an earlier text of the lesson, whose kernels a result would keep in memory.
#pragma once

#include "core/base/result.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <utility>

namespace warpstage::session {

template <typename Subject, typename Value> class Remembered {
public:
    using Outcome = std::shared_ptr<const Result<Value>>;

    explicit Remembered(std::size_t most)
        : m_most(most)
    {
    }

    [[nodiscard]] Outcome find(const Subject& subject) const // null: not cached
    {
        const auto known = std::ranges::find(m_known, subject, &Known::subject);
        return known == m_known.end() ? nullptr : known->outcome;
    }
    void keep(Subject subject, Result<Value> outcome)
    {
        std::erase_if(m_known, [&](const Known& known) {
            return known.subject.lesson != subject.lesson && known.subject.lesson->id == subject.lesson->id;
        });
        m_known.push_back({ std::move(subject), std::make_shared<const Result<Value>>(std::move(outcome)) });
        if (m_known.size() > m_most)
            m_known.pop_front();
    }

private:
    struct Known {
        Subject subject;
        Outcome outcome;
    };

    std::size_t m_most;
    std::deque<Known> m_known; // oldest first
};

} // namespace warpstage::session
