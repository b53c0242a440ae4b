#include "app/stage/input/parameter_editor.h"

#include "core/base/text.h"

namespace warpstage::stage {

void ParameterEditor::open(const std::string& id)
{
    if (m_state.snapshot == nullptr)
        return;
    const auto& parameters = m_state.snapshot->setup->parameters;
    const auto parameter = std::ranges::find(parameters, id, &session::ParameterView::id);
    if (parameter == parameters.end())
        return;
    views::EditorLine line { parameter->id, parameter->label, parameter->value, parameter->value.size(), {} };
    if (!parameter->unit.empty())
        line.label += " (" + parameter->unit + ")";
    m_submitted.reset();
    m_state.overlay.edit(std::move(line));
}

void ParameterEditor::open_at(std::optional<draw::Point> point)
{
    if (point) {
        const draw::Action* below = m_state.overlay.action_at(*point);
        if (const auto* edited = below != nullptr ? std::get_if<draw::EditParameter>(below) : nullptr)
            return open(edited->id);
        if (const auto* stepped = below != nullptr ? draw::command_of<session::StepParameter>(*below) : nullptr)
            return open(stepped->id);
    }
    const auto& parameters = m_state.snapshot->setup->parameters;
    const auto text = std::ranges::find(parameters, true, &session::ParameterView::is_text);
    if (text != parameters.end())
        open(text->id);
    else if (!parameters.empty())
        open(parameters.front().id);
}

void ParameterEditor::type(char32_t character)
{
    if (!is_open())
        return;
    views::EditorLine line = *m_state.overlay.editor();
    line.insert(character);
    m_state.overlay.edit(std::move(line));
}

void ParameterEditor::edit(Key key)
{
    views::EditorLine line = *m_state.overlay.editor();
    if (key == Key::escape)
        return close();
    if (key == Key::enter) {
        m_submitted = line.text;
        m_state.commands.emplace_back(session::SetParameter { line.id, line.text });
        return;
    }
    using views::EditorLine;
    static const std::map<Key, void (EditorLine::*)()> keys { { Key::backspace, &EditorLine::erase_before },
        { Key::erase, &EditorLine::erase_after }, { Key::left, &EditorLine::left }, { Key::right, &EditorLine::right },
        { Key::home, &EditorLine::home }, { Key::end, &EditorLine::end } };
    if (const auto known = keys.find(key); known != keys.end())
        (line.*known->second)();
    m_state.overlay.edit(std::move(line));
}

void ParameterEditor::follow()
{
    if (!m_submitted || !is_open())
        return;
    views::EditorLine line = *m_state.overlay.editor();
    const session::Snapshot& shown = *m_state.snapshot;
    if (const auto& refused = shown.setup->refused; refused && refused->id == line.id && refused->value == *m_submitted) {
        line.refusal = refused->sentence;
        m_submitted.reset();
        m_state.overlay.edit(std::move(line));
        return;
    }
    const auto parameter = std::ranges::find(shown.setup->parameters, line.id, &session::ParameterView::id);
    if (parameter == shown.setup->parameters.end() || parameter->value == text::trim(*m_submitted)) {
        m_submitted.reset();
        close();
    }
}

} // namespace warpstage::stage
