// The layout that the user has typed in, and what it answers.
#pragma once

#include "core/analysis/layout/layout_study.h"
#include "core/arch/architecture.h"

#include <cstdint>
#include <memory>
#include <string>

namespace warpstage::session {

struct LayoutSection {
    analysis::LayoutQuestion question;
    arch::Architecture architecture { &arch::traits_of({ 9, 0 }), nullptr }; // used for the answer
    std::shared_ptr<const analysis::LayoutAnswer> answer; // null: no command has asked, or the question was refused
    std::string refusal; // why it was refused
    std::uint32_t links = 0; // that have asked; each opens the view

    bool operator==(const LayoutSection& other) const
    {
        return question == other.question && answer == other.answer && refusal == other.refusal && links == other.links
            && architecture.traits == other.architecture.traits && architecture.gpu == other.architecture.gpu;
    }
};

} // namespace warpstage::session
