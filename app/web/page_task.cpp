#include "app/web/page_task.h"

#include <nlohmann/json.hpp>

namespace warpstage::web {

std::string to_json(const PageTask& task)
{
    auto texts = nlohmann::json::object();
    for (const auto& [name, text] : task.texts)
        texts[name] = text;
    return nlohmann::json { { "name", task.name }, { "texts", texts } }.dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace warpstage::web
