// The layout that is typed in: evaluated after the first command, and again for each other architecture.
#pragma once

#include "core/session/command.h"
#include "core/session/model/layout.h"

namespace warpstage::session {

class TypedLayout {
public:
    void ask(const AskLayout& order);
    void update(const arch::Architecture& architecture);
    [[nodiscard]] const LayoutSection& section() const { return m_section; }

private:
    LayoutSection m_section;
    bool m_asked = false;
    bool m_due = false;
};

} // namespace warpstage::session
