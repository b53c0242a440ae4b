#include "app/views/setup/editor_line.h"

#include "app/draw/text_layout.h"
#include "app/views/drawing.h"

namespace warpstage::views {

namespace {

bool is_accepted(char32_t character, Characters characters)
{
    if (characters == Characters::parameter) // a key that types another character has no effect
        return character >= U' ' && character <= U'~';
    const bool control = character < U' ' || (character >= 0x7f && character < 0xa0);
    const bool surrogate = character >= 0xd800 && character < 0xe000;
    return !control && !surrogate && character <= 0x10ffff;
}

// Where the character before the caret begins; `caret` > 0.
std::size_t before(const std::string& text, std::size_t caret)
{
    do
        --caret;
    while (caret > 0 && (static_cast<unsigned char>(text[caret]) & 0xc0U) == 0x80U);
    return caret;
}

} // namespace

void EditorLine::insert(char32_t character)
{
    if (!is_accepted(character, characters))
        return;
    if (selected)
        erase_before();
    const std::string encoded = draw::encode_utf8(std::span(&character, 1));
    if (text.size() + encoded.size() > kMaxEditBytes)
        return;
    text.insert(caret, encoded);
    caret += encoded.size();
    refusal.clear();
}

void EditorLine::erase_before()
{
    if (std::exchange(selected, false)) {
        text.clear();
        caret = 0;
    } else if (caret == 0) {
        return;
    } else {
        const std::size_t first = before(text, caret);
        text.erase(first, caret - first);
        caret = first;
    }
    refusal.clear();
}

void EditorLine::erase_after()
{
    if (selected)
        return erase_before();
    if (caret >= text.size())
        return;
    text.erase(caret, draw::decode_first(std::string_view { text }.substr(caret)).length);
    refusal.clear();
}

void EditorLine::left()
{
    if (std::exchange(selected, false))
        caret = 0;
    else if (caret > 0)
        caret = before(text, caret);
}

void EditorLine::right()
{
    if (std::exchange(selected, false))
        caret = text.size();
    else if (caret < text.size())
        caret += draw::decode_first(std::string_view { text }.substr(caret)).length;
}

void EditorLine::home()
{
    selected = false;
    caret = 0;
}

void EditorLine::end()
{
    selected = false;
    caret = text.size();
}

} // namespace warpstage::views
