#include "core/base/html.h"

#include <fmt/format.h>

namespace warpstage::html {

std::string escaped(std::string_view text)
{
    std::string html;
    for (const char c : text) {
        switch (c) {
        case '&':
            html += "&amp;";
            break;
        case '<':
            html += "&lt;";
            break;
        case '>':
            html += "&gt;";
            break;
        case '"':
            html += "&quot;";
            break;
        default:
            html += c;
        }
    }
    return html;
}

std::string page(std::string_view title, const Style& style, std::string_view body)
{
    return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src {1}; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{0}</title>
{2}
</head>
<body>
<main>
<h1>{0}</h1>
{3}</main>
</body>
</html>
)",
        escaped(title), style.address.empty() ? "'unsafe-inline'" : "'self'",
        style.address.empty() ? "<style>" + style.text + "</style>"
                              : "<link rel=\"stylesheet\" href=\"" + escaped(style.address) + "\">",
        body);
}

} // namespace warpstage::html
