// A parameter typed on the stage.
#include "app/stage/stage.h"
#include "core/base/text.h"

#include <algorithm>

namespace warpstage::stage {

void Stage::open_editor(const std::string& id)
{
    if (m_snapshot == nullptr)
        return;
    const auto& parameters = m_snapshot->setup->parameters;
    const auto parameter = std::ranges::find(parameters, id, &session::ParameterView::id);
    if (parameter == parameters.end())
        return;
    views::EditorLine line { parameter->id, parameter->label, parameter->value, parameter->value.size(), {} };
    if (!parameter->unit.empty())
        line.label += " (" + parameter->unit + ")";
    m_offered.reset();
    m_overlay.edit(std::move(line));
}

// The parameter under the mouse, else the first that is a text, else the first.
void Stage::open_editor_at_pointer()
{
    if (m_pointed) {
        const draw::Action* under = m_overlay.action_at(m_pointer);
        const auto* edited = under != nullptr ? std::get_if<draw::EditParameter>(under) : nullptr;
        const auto* stepped = under != nullptr ? draw::command_of<session::StepParameter>(*under) : nullptr;
        if (edited != nullptr || stepped != nullptr) {
            open_editor(edited != nullptr ? edited->id : stepped->id);
            return;
        }
    }
    const auto& parameters = m_snapshot->setup->parameters;
    const auto text = std::ranges::find(parameters, true, &session::ParameterView::is_text);
    if (text != parameters.end())
        open_editor(text->id);
    else if (!parameters.empty())
        open_editor(parameters.front().id);
}

void Stage::on(const Typed& typed)
{
    if (!m_overlay.editor())
        return;
    views::EditorLine line = *m_overlay.editor();
    line.insert(typed.character);
    m_overlay.edit(std::move(line));
}

void Stage::edit(Key key)
{
    views::EditorLine line = *m_overlay.editor();
    if (key == Key::escape) {
        m_overlay.edit(std::nullopt);
        return;
    }
    if (key == Key::enter) {
        m_offered = line.text;
        m_commands.emplace_back(session::SetParameter { line.id, line.text });
        return;
    }
    if (key == Key::backspace)
        line.erase_before();
    else if (key == Key::erase)
        line.erase_after();
    else if (key == Key::left)
        line.left();
    else if (key == Key::right)
        line.right();
    else if (key == Key::home)
        line.home();
    else if (key == Key::end)
        line.end();
    m_overlay.edit(std::move(line));
}

// What was refused stays open with the sentence that says why; what was taken closes.
void Stage::close_editor_when_taken()
{
    if (!m_offered || !m_overlay.editor())
        return;
    views::EditorLine line = *m_overlay.editor();
    if (const auto& refused = m_snapshot->setup->refused; refused && refused->id == line.id && refused->value == *m_offered) {
        line.refusal = refused->sentence;
        m_offered.reset();
        m_overlay.edit(std::move(line));
        return;
    }
    const auto parameter = std::ranges::find(m_snapshot->setup->parameters, line.id, &session::ParameterView::id);
    if (parameter == m_snapshot->setup->parameters.end() || parameter->value == text::trim(*m_offered)) {
        m_offered.reset();
        m_overlay.edit(std::nullopt);
    }
}

} // namespace warpstage::stage
