#include "app/console/source/source_edits.h"

#include <utility>

namespace warpstage::console {

SourceEdits::SourceEdits(std::shared_ptr<const lesson::Catalog> catalog)
    : m_catalog(std::move(catalog))
{
}

bool SourceEdits::edited(const std::string& text) const
{
    return m_lesson != nullptr && text != m_lesson->source;
}

std::optional<std::string> SourceEdits::text_of_other_lesson(const session::Snapshot& snapshot)
{
    // A lesson with edited kernels is a new object with the same id; the text on screen is newer.
    const auto& shown = snapshot.setup->lesson;
    if (shown == nullptr || (m_lesson != nullptr && shown->id == m_lesson->id))
        return std::nullopt;
    const auto shipped = m_catalog->find(shown->id);
    m_lesson = shipped ? *shipped : shown;
    const auto edit = m_edits.find(m_lesson->id);
    return edit == m_edits.end() ? m_lesson->source : edit->second;
}

std::optional<std::string> SourceEdits::text_from_elsewhere(const session::Snapshot& snapshot, const std::string& text)
{
    const auto& running = snapshot.setup->lesson;
    if (running == nullptr || running == m_running)
        return std::nullopt;
    const auto before = std::exchange(m_running, running);
    if (before == nullptr || before->id != running->id || text != before->source || text == running->source)
        return std::nullopt;
    return running->source;
}

void SourceEdits::keep(const std::string& text)
{
    if (edited(text))
        m_edits[m_lesson->id] = text;
    else
        m_edits.erase(m_lesson->id);
}

void SourceEdits::adopt(const std::string& lesson, const std::string& text, const std::string& ran)
{
    m_edits[lesson] = text;
    m_untried.reset();
    if (text != ran)
        m_untried = Adopted { lesson, ran };
    m_lesson = nullptr; // the next snapshot chooses the text
}

bool SourceEdits::wants_trial(const session::Snapshot& snapshot)
{
    const auto& replayed = snapshot.setup->replayed;
    if (!m_untried || m_lesson == nullptr || m_lesson->id != m_untried->lesson || replayed == nullptr
        || replayed->source != m_untried->ran)
        return false;
    m_untried.reset();
    return true;
}

} // namespace warpstage::console
