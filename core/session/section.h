// A part of the snapshot: immutable, shared, replaced only when it changes. Comparing a handle with a copy of an earlier one
// shows whether anything has changed.
#pragma once

#include <memory>
#include <utility>

namespace warpstage::session {

template <typename Content> class Section {
public:
    Section()
    {
        static const auto empty = std::make_shared<Content>();
        m_content = empty;
    }
    explicit Section(Content content)
        : m_content(std::make_shared<Content>(std::move(content)))
    {
    }

    [[nodiscard]] const Content& operator*() const { return *m_content; }
    [[nodiscard]] const Content* operator->() const { return m_content.get(); }

    // Keeps the handle if the content is equal, so that nothing derived from it is rebuilt.
    void replace(Content content)
    {
        if (!(content == *m_content))
            m_content = std::make_shared<Content>(std::move(content));
    }
    // For changes while a snapshot is composed; other handles keep their content.
    [[nodiscard]] Content& edit()
    {
        if (m_content.use_count() != 1)
            m_content = std::make_shared<Content>(*m_content);
        return *m_content;
    }

    // Identity: the same object, not equal content.
    [[nodiscard]] bool operator==(const Section& other) const { return m_content == other.m_content; }

private:
    std::shared_ptr<Content> m_content; // never null
};

} // namespace warpstage::session
