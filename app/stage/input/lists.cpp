#include "app/stage/input/lists.h"

#include "app/draw/text_layout.h"
#include "core/base/text.h"

namespace warpstage::stage {

namespace {

constexpr auto kNotListed = static_cast<std::size_t>(-1); // a typed value

std::size_t present_row(const std::vector<views::ListRow>& rows)
{
    const auto present = std::ranges::find(rows, true, &views::ListRow::present);
    return present == rows.end() ? 0 : static_cast<std::size_t>(present - rows.begin());
}

// The row with this title, else the row at the same position.
std::size_t row_of(const std::vector<views::ListRow>& rows, const std::string& label, std::size_t place)
{
    const auto same = std::ranges::find(rows, label, &views::ListRow::label);
    if (same != rows.end())
        return static_cast<std::size_t>(same - rows.begin());
    return std::min(place, rows.empty() ? 0 : rows.size() - 1);
}

bool edits_value(ListId id)
{
    return id == ListId::values || id == ListId::votes || id == ListId::layout_field;
}

} // namespace

void Lists::toggle(ListId id)
{
    if (is_open() && m_subject.id == id)
        return close();
    views::ListState list;
    list.hint = tr("Type to search");
    list.field.characters = views::Characters::all;
    open({ id }, std::move(list));
}

void Lists::open_menu(const views::View& of, draw::Point at)
{
    views::ListState list;
    list.field.characters = views::Characters::all;
    list.at = at;
    open({ ListId::menu, {}, &of }, std::move(list));
}

void Lists::open_values(const std::string& parameter)
{
    if (m_state.snapshot == nullptr)
        return;
    const auto& all = m_state.snapshot->setup->parameters;
    const auto found = std::ranges::find(all, parameter, &session::ParameterView::id);
    if (found == all.end())
        return;
    views::ListState list;
    list.hint = found->is_choice ? tr("Type to search") : tr("New value");
    list.field.id = parameter;
    list.field.text = found->value;
    list.field.caret = found->value.size();
    list.field.selected = true;
    open({ ListId::values, parameter }, std::move(list));
    if (!found->unit.empty()) {
        m_list.title += " (" + found->unit + ")";
        show();
    }
}

void Lists::open_votes()
{
    if (m_state.snapshot == nullptr || m_state.snapshot->cue->choices.texts.empty())
        return;
    views::ListState list;
    list.hint = tr("Votes, for example 12 30 5");
    list.field.id = "votes";
    for (const std::uint32_t votes : m_state.snapshot->cue->choices.votes)
        list.field.text += (list.field.text.empty() ? "" : " ") + std::to_string(votes);
    list.field.caret = list.field.text.size();
    list.field.selected = !list.field.text.empty();
    open({ ListId::votes }, std::move(list));
}

void Lists::open_layout_field(analysis::LayoutField field)
{
    if (m_state.snapshot == nullptr)
        return;
    views::ListState list;
    list.field.id = std::string { analysis::name_of(field) };
    list.field.text = m_state.snapshot->layout->question.text(field);
    list.field.caret = list.field.text.size();
    list.field.selected = true;
    list.field.characters = views::Characters::all;
    open({ ListId::layout_field, {}, nullptr, field }, std::move(list));
}

void Lists::submit_layout_text(const std::string& text)
{
    if (const auto checked = analysis::check_field(m_subject.field, text); !checked) {
        m_list.field.refusal = checked.error().message;
        return show();
    }
    const auto order = with_field(*m_state.snapshot, m_subject.field, text);
    close();
    m_state.commands.emplace_back(order);
}

void Lists::open_parameter_at(std::optional<draw::Point> point)
{
    if (point)
        if (const views::Action* below = m_state.overlay.action_at(*point)) {
            if (const auto* edited = std::get_if<views::EditParameter>(below))
                return open_values(edited->id);
            if (const auto* set = views::command_of<session::SetParameter>(*below))
                return open_values(set->id);
        }
    const auto& parameters = m_state.snapshot->setup->parameters;
    if (parameters.empty())
        return m_state.overlay.say(tr("This lesson has no parameters."), session::Severity::information);
    if (parameters.size() == 1)
        return open_values(parameters.front().id);
    toggle(ListId::parameters);
    // A lecturer most often changes a parameter that is typed, not chosen from a list.
    const auto text = std::ranges::find(parameters, true, &session::ParameterView::is_text);
    if (is_open() && text != parameters.end())
        hover(static_cast<std::size_t>(text - parameters.begin()));
}

void Lists::open(ListSubject subject, views::ListState list)
{
    if (m_state.snapshot == nullptr)
        return;
    m_subject = std::move(subject);
    m_list = std::move(list);
    m_submitted.reset();
    m_list.title = list_title(m_subject, *m_state.snapshot);
    collect();
    match();
    show();
}

void Lists::close()
{
    m_submitted.reset();
    m_entries.clear();
    m_matches.clear();
    m_state.overlay.show_list(nullptr);
}

void Lists::collect()
{
    m_made_of = views::narrowed(*m_state.snapshot, kListReads);
    m_entries = list_entries(m_subject, *m_state.snapshot);
    m_list.total = m_entries.size();
}

const session::ParameterView* Lists::parameter() const
{
    if (m_subject.id != ListId::values)
        return nullptr;
    const auto& all = m_state.snapshot->setup->parameters;
    const auto found = std::ranges::find(all, m_subject.parameter, &session::ParameterView::id);
    return found == all.end() ? nullptr : &*found;
}

// The typed numbers, one next to each answer.
void Lists::count()
{
    const auto votes = votes_in(m_list.field.text, m_entries.size());
    m_list.field.refusal = votes ? "" : tr("One number per answer, separated by spaces.");
    m_list.rows.clear();
    m_matches.clear();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        m_matches.push_back(i);
        m_list.rows.push_back(m_entries[i].row);
        if (votes)
            m_list.rows.back().detail = std::to_string(votes->at(i));
    }
    m_list.chosen = 0;
    m_list.first = 0;
}

void Lists::submit_votes()
{
    auto votes = votes_in(m_list.field.text, m_entries.size());
    if (!votes)
        return;
    if (std::ranges::all_of(*votes, [](std::uint32_t count) { return count == 0; }))
        votes->clear();
    close();
    m_state.commands.emplace_back(session::SetVotes { *std::move(votes) });
}

void Lists::match()
{
    if (m_subject.id == ListId::votes)
        return count();
    const std::string typed { m_list.field.selected ? std::string_view {} : text::trim(m_list.field.text) };
    m_matches = matching(m_entries, typed);
    m_list.rows.clear();
    const session::ParameterView* value = parameter();
    const bool listed = std::ranges::any_of(m_entries, [&](const ListEntry& entry) { return entry.row.label == typed; });
    const bool free = m_subject.id == ListId::layout_field || (value != nullptr && !value->is_choice);
    if (free && !typed.empty() && !listed) {
        m_list.rows.push_back({ typed, value != nullptr ? value->unit : std::string {} });
        m_matches.insert(m_matches.begin(), kNotListed);
    }
    for (const std::size_t entry : m_matches)
        if (entry != kNotListed)
            m_list.rows.push_back(m_entries[entry].row);
    // Without a search text the current choice is selected. Commands have no current choice.
    m_list.chosen = typed.empty() && m_subject.id != ListId::palette ? present_row(m_list.rows) : 0;
    m_list.first = 0;
}

void Lists::show()
{
    m_state.overlay.show_list(std::make_shared<views::ListState>(m_list));
    m_list.first = m_state.overlay.list()->first;
}

void Lists::type(char32_t character)
{
    if (!is_open())
        return;
    if (!edits_value(m_subject.id) && m_list.field.text.empty() && character == U' ')
        return; // a search does not begin with a space
    m_list.field.insert(character);
    match();
    show();
}

std::optional<Lists::Field> Lists::field() const
{
    if (!is_open())
        return std::nullopt;
    const session::ParameterView* const value = parameter();
    const bool typed =
        m_subject.id == ListId::votes || m_subject.id == ListId::layout_field || (value != nullptr && !value->is_choice);
    return Field { m_list.title, m_list.field.text, typed, value != nullptr && !value->is_text && !value->is_choice };
}

void Lists::replace_text(std::string_view text)
{
    if (!is_open())
        return;
    m_list.field.text.clear();
    m_list.field.caret = 0;
    m_list.field.selected = false;
    for (const char32_t character : draw::decode_utf8(text))
        m_list.field.insert(character);
    match();
    show();
}

bool Lists::edit_line(Key key)
{
    using views::EditorLine;
    static const std::map<Key, void (EditorLine::*)()> editing { { Key::backspace, &EditorLine::erase_before },
        { Key::erase, &EditorLine::erase_after } };
    static const std::map<Key, void (EditorLine::*)()> moving { { Key::left, &EditorLine::left },
        { Key::right, &EditorLine::right }, { Key::home, &EditorLine::home }, { Key::end, &EditorLine::end } };
    const auto edits = editing.find(key);
    // Search texts are short, so the arrow keys, which clickers send, select rows instead of moving the caret.
    const auto moves = edits_value(m_subject.id) ? moving.find(key) : moving.end();
    if (edits == editing.end() && moves == moving.end())
        return false;
    (m_list.field.*(edits != editing.end() ? edits->second : moves->second))();
    match();
    return true;
}

void Lists::move(std::int32_t rows)
{
    const auto last = static_cast<std::int64_t>(m_list.rows.size()) - 1;
    const auto wanted = static_cast<std::int64_t>(m_list.chosen) + rows;
    m_list.chosen = static_cast<std::size_t>(std::clamp<std::int64_t>(wanted, 0, std::max<std::int64_t>(last, 0)));
}

void Lists::press(Key key, Shift shift)
{
    if (!is_open())
        return;
    if (key == Key::escape)
        return close();
    if (key == Key::enter)
        return choose(m_list.chosen);
    constexpr std::int32_t kAll = 1'000'000;
    const bool back = key == Key::up || key == Key::left || key == Key::page_up || (key == Key::tab && shift == Shift::down);
    const bool on = key == Key::down || key == Key::right || key == Key::page_down || (key == Key::tab && shift == Shift::up);
    if (!edit_line(key)) {
        if (back || on)
            move(on ? 1 : -1);
        else if (key == Key::home || key == Key::end)
            move(key == Key::end ? kAll : -kAll);
        else
            return;
    }
    show();
}

void Lists::hover(std::size_t row)
{
    if (!is_open() || row >= m_list.rows.size() || row == m_list.chosen)
        return;
    m_list.chosen = row;
    show();
}

// Scrolls by rows; the selected row stays visible.
void Lists::scroll(std::int32_t rows)
{
    if (!is_open() || m_list.rows.empty())
        return;
    const std::size_t shown = m_state.overlay.rows_shown();
    const auto most = static_cast<std::int64_t>(m_list.rows.size() - std::min(shown, m_list.rows.size()));
    m_list.first = static_cast<std::size_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(m_list.first) + rows, 0, most));
    m_list.chosen = std::clamp(m_list.chosen, m_list.first, std::min(m_list.first + shown, m_list.rows.size()) - 1);
    show();
}

void Lists::choose(std::size_t row)
{
    if (!is_open() || row >= m_list.rows.size() || !m_list.rows[row].available)
        return;
    m_list.chosen = row;
    if (m_subject.id == ListId::votes)
        return submit_votes();
    if (m_subject.id == ListId::layout_field)
        return submit_layout_text(m_list.rows[row].label);
    if (m_subject.id == ListId::values) {
        m_submitted = m_list.rows[row].label;
        m_list.field.text = *m_submitted;
        m_list.field.end();
        m_list.field.refusal.clear();
        show();
        m_state.commands.emplace_back(session::SetParameter { m_subject.parameter, *m_submitted });
        return;
    }
    const Choice choice = m_entries[m_matches[row]].choice;
    close();
    carry_out(choice);
}

void Lists::carry_out(const Choice& choice)
{
    if (const auto* commands = std::get_if<std::vector<session::Command>>(&choice))
        m_state.commands.insert(m_state.commands.end(), commands->begin(), commands->end());
    else if (const auto* invocation = std::get_if<Invocation>(&choice))
        m_state.invocations.push_back(*invocation);
    else
        open_values(std::get<views::EditParameter>(choice).id);
}

void Lists::follow()
{
    if (!is_open())
        return;
    const session::Snapshot& shown = *m_state.snapshot;
    const session::ParameterView* value = parameter();
    if (m_subject.id == ListId::values && value == nullptr)
        return close(); // of another lesson
    if (m_submitted && value->value == text::trim(*m_submitted))
        return close();
    if (const auto& refused = shown.setup->refused;
        m_submitted && refused && refused->id == value->id && refused->value == *m_submitted) {
        m_list.field.refusal = refused->sentence;
        m_submitted.reset();
        show();
    }
    if (m_made_of == views::narrowed(shown, kListReads))
        return;
    const views::ListState before = m_list;
    collect();
    match();
    m_list.first = before.first;
    m_list.chosen = before.rows.empty() ? 0 : row_of(m_list.rows, before.rows[before.chosen].label, before.chosen);
    if (m_list.rows != before.rows)
        show();
}

} // namespace warpstage::stage
