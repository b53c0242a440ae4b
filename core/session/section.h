// A part of what the windows show: immutable, shared, replaced only when it changes. Who keeps a copy of the handle knows by
// comparing handles whether anything in it is new.
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

    // The same handle where the content is the same, so that nothing is made anew of it.
    void replace(Content content)
    {
        if (!(content == *m_content))
            m_content = std::make_shared<Content>(std::move(content));
    }
    // To be changed by whoever puts a snapshot together; other handles still show what they did.
    [[nodiscard]] Content& edit()
    {
        if (m_content.use_count() != 1)
            m_content = std::make_shared<Content>(*m_content);
        return *m_content;
    }

    // Identity: the same content, not an equal one.
    [[nodiscard]] bool operator==(const Section& other) const { return m_content == other.m_content; }

private:
    std::shared_ptr<Content> m_content; // never null
};

} // namespace warpstage::session
