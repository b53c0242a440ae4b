#include "app/views/setup/dragging.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace warpstage::views {

namespace {

constexpr std::int64_t kMaxDraggedSteps = 1024; // from one end of a range to the other

// Whether the name occurs in the expression as a whole word.
bool names(std::string_view expression, std::string_view name)
{
    const auto is_letter = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    for (auto at = expression.find(name); at != std::string_view::npos; at = expression.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !is_letter(expression[at - 1])) && (end == expression.size() || !is_letter(expression[end])))
            return true;
    }
    return false;
}

} // namespace

const session::ParameterView* parameter_of_index(const session::Snapshot& model)
{
    const session::SetupSection& setup = *model.setup;
    if (setup.lesson == nullptr || setup.variant >= setup.lesson->variants.size())
        return nullptr;
    const auto& settings = setup.lesson->variants[setup.variant].settings;
    const auto index = settings.find("index");
    if (index == settings.end())
        return nullptr;
    const auto found = std::ranges::find_if(setup.parameters,
        [&](const session::ParameterView& parameter) { return !parameter.is_text && names(index->second, parameter.id); });
    return found == setup.parameters.end() ? nullptr : &*found;
}

const session::ParameterView* parameter_of_block(const session::Snapshot& model)
{
    if (model.run->recording == nullptr)
        return nullptr;
    const auto& parameters = model.setup->parameters;
    const auto found = std::ranges::find_if(parameters, [&](const session::ParameterView& parameter) {
        return parameter.role == problem::Parameter::Role::block_size
            && parameter.value == std::to_string(model.run->recording->block_size.count());
    });
    return found == parameters.end() ? nullptr : &*found;
}

bool goes_one_by_one(const session::ParameterView& parameter)
{
    return parameter.range
        && (parameter.range->maximum - parameter.range->minimum) / parameter.range->multiple_of <= kMaxDraggedSteps;
}

std::optional<std::string> dragged_value(const session::ParameterView& parameter, std::int64_t steps)
{
    if (goes_one_by_one(parameter)) {
        const auto& range = *parameter.range;
        return std::to_string(std::clamp(range.value + steps * range.multiple_of, range.minimum, range.maximum));
    }
    const auto& values = parameter.suggestions;
    if (parameter.is_text || values.empty())
        return std::nullopt;
    const auto present = std::ranges::find(values, parameter.value);
    const std::int64_t at = present == values.end() ? 0 : present - values.begin();
    return values[static_cast<std::size_t>(std::clamp<std::int64_t>(at + steps, 0, std::ssize(values) - 1))];
}

} // namespace warpstage::views
