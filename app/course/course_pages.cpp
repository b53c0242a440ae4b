#include "app/course/course_pages.h"

#include "core/base/html.h"
#include "core/lesson/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace warpstage::course {

namespace {

using lesson::Block;
using lesson::BlockKind;
using lesson::SpanKind;

std::string html_of(const std::vector<lesson::Span>& spans)
{
    std::string html;
    for (const auto& span : spans) {
        const auto text = html::escaped(span.text);
        html += span.kind == SpanKind::code   ? "<code>" + text + "</code>"
            : span.kind == SpanKind::emphasis ? "<em>" + text + "</em>"
                                              : text;
    }
    return html;
}

// Consecutive items, rows and lines of code are one element.
std::string html_of(std::string_view markdown)
{
    const auto blocks = lesson::parse_markdown(markdown);
    const auto group_of = [](const Block& block) -> std::string {
        if (block.kind == BlockKind::item)
            return block.mark == "•" ? "ul" : "ol";
        return block.kind == BlockKind::row ? "table" : block.kind == BlockKind::code ? "pre" : "";
    };
    std::string html;
    std::string open;
    for (const auto& block : blocks) {
        if (const auto group = group_of(block); group != open) {
            html += (open.empty() ? "" : "</" + open + ">\n") + (group.empty() ? "" : "<" + group + ">\n");
            open = group;
        }
        switch (block.kind) {
        case BlockKind::heading:
            html += fmt::format("<h{0}>{1}</h{0}>\n", std::min(block.level + 1, 4U), html_of(block.spans));
            break;
        case BlockKind::paragraph:
            html += fmt::format("<p>{}</p>\n", html_of(block.spans));
            break;
        case BlockKind::item:
            html += fmt::format("<li>{}</li>\n", html_of(block.spans));
            break;
        case BlockKind::code:
            html += html_of(block.spans) + "\n";
            break;
        case BlockKind::row:
            html += "<tr>";
            for (const auto& cell : block.cells)
                html += fmt::format("<{0}>{1}</{0}>", block.level == 1 ? "th" : "td", html::escaped(cell));
            html += "</tr>\n";
            break;
        }
    }
    return html + (open.empty() ? "" : "</" + open + ">\n");
}

// `root`: path to the folder of style.css.
std::string page(const std::string& title, std::string_view root, const std::string& body)
{
    return html::page(title, { .address = std::string { root } + "style.css" }, body);
}

std::string deadline_of(const Course& course)
{
    return course.deadline.empty() ? "" : fmt::format("<p class=\"deadline\">{}</p>\n", html::escaped(course.deadline));
}

std::string points_of(const exercise::Exercise& exercise)
{
    return fmt::format("{} point{}", exercise.points(), exercise.points() == 1 ? "" : "s");
}

// Without the word of the list that it is in.
std::string title_of(const exercise::Exercise& exercise)
{
    constexpr std::string_view kBefore = "Exercise: ";
    auto title = exercise.lesson->title;
    if (!title.starts_with(kBefore))
        return title;
    title.erase(0, kBefore.size());
    if (!title.empty() && title[0] >= 'a' && title[0] <= 'z')
        title[0] = static_cast<char>(title[0] - 'a' + 'A');
    return title;
}

// Closed until the student opens them.
std::string hints_of(const exercise::Requirement& requirement)
{
    if (requirement.hints.empty())
        return {};
    std::string list = "<details><summary>Hints</summary><ol>";
    for (const auto& hint : requirement.hints)
        list += "<li>" + html::escaped(hint) + "</li>";
    return list + "</ol></details>";
}

std::string lesson_list(const Course& course)
{
    if (course.lessons.empty())
        return {};
    std::string html = "<h2>Lessons</h2>\n<ul class=\"cards\">\n";
    for (const auto& [lesson, in_browser, has_handout] : course.lessons) {
        html += fmt::format(
            "<li><h3>{}</h3>\n<p>{}</p>\n<p class=\"links\">", html::escaped(lesson->title), html::escaped(lesson->summary));
        if (in_browser)
            html += fmt::format("<a href=\"web/#lesson={}\">Open in the browser</a> ", html::escaped(lesson->id));
        if (has_handout)
            html += fmt::format("<a href=\"handouts/{}.pdf\">Handout (PDF)</a>", html::escaped(lesson->id));
        html += "</p></li>\n";
    }
    return html + "</ul>\n";
}

std::string exercise_list(const Course& course)
{
    if (course.exercises.empty())
        return {};
    std::string html = "<h2>Exercises</h2>\n" + deadline_of(course) + "<ul class=\"cards\">\n";
    for (const auto& exercise : course.exercises)
        html += fmt::format(
            "<li><h3><a href=\"exercises/{0}/index.html\">{1}</a></h3>\n<p>{2}</p>\n<p class=\"links\">{3}</p></li>\n",
            html::escaped(exercise.id), html::escaped(title_of(exercise)), html::escaped(exercise.lesson->summary),
            points_of(exercise));
    return html + "</ul>\n";
}

constexpr std::string_view kPreparation = R"(<h2>What you need</h2>
<p>{}For the exercises install warpstage and the CUDA Toolkit, of which only
the compiler is used. A GPU is not needed: the kernels run on the virtual machine of warpstage.</p>
<ul>
<li>Debian 12, Ubuntu 24.04: the package of warpstage, <code>sudo apt install ./warpstage_*.deb nvidia-cuda-toolkit</code>.</li>
<li>Other Linux: the archive of warpstage, and NVIDIA's CUDA Toolkit.</li>
<li>Windows: <code>wsl --install -d Ubuntu-24.04</code> in PowerShell as administrator, then as on Ubuntu.</li>
<li>Chromebook: turn on Linux in the settings, then as on Debian; the processor must be x86.</li>
<li>Google Colab, Jupyter: the wheel of warpstage, and <code>pip install nvidia-cuda-nvrtc-cu12</code>.</li>
<li>macOS, tablets and phones: {}.</li>
</ul>
<pre>warpstage doctor
</pre>
<p>This command reports whether the CUDA compiler was found.</p>
)";

// Nothing is installed for it.
std::string class_link(const Course& course)
{
    if (course.class_server.empty())
        return "the page of a class server, if your lecturer runs one; nothing is installed for it";
    return fmt::format("<a href=\"{}\">the page of the class</a>, with an editor and checks; nothing is installed for it",
        html::escaped(course.class_server));
}

constexpr std::string_view kWork = R"(<h2>How to work</h2>
<p>Download <code>kernels.cu</code>, <code>exercise.toml</code> and the other files of the exercise into one folder, or copy the whole
folder <code>exercises</code>. Edit <code>kernels.cu</code>, then check it:</p>
<pre>warpstage check {0}/kernels.cu
</pre>
<p>To see the kernel at work, open the exercise as a lesson. The stage follows each saved change of <code>kernels.cu</code>:</p>
<pre>warpstage --lessons . --lesson {1}
</pre>
<p>Hand in <code>kernels.cu</code>. It is one file: it may include headers of the CUDA Toolkit only. It is graded with further sizes of the
input.</p>
)";

} // namespace

std::string course_style()
{
    return R"(:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --faint: #57606a; --line: #d0d7de; --card: #f6f8fa; --link: #0550ae; --mark: #9a3412;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f1318; --ink: #e6e9ed; --faint: #9aa4af; --line: #30363d; --card: #171c23; --link: #7cb7ff; --mark: #f0a36b; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 Inter, "Segoe UI", Roboto, sans-serif; }
main { max-width: 58rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0.5rem 0 1rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.75rem; }
h3 { font-size: 1.05rem; margin: 0 0 0.25rem; }
p { margin: 0.5rem 0; }
a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: 0.9em/1.5 "JetBrains Mono", "DejaVu Sans Mono", monospace; font-variant-ligatures: none; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; overflow-x: auto; }
.cards { list-style: none; padding: 0; margin: 0; display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); }
.cards li { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 0.9rem; }
.links { color: var(--faint); }
.links a { margin-right: 1rem; }
.deadline { color: var(--mark); font-weight: 600; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; border-bottom: 1px solid var(--line); padding: 0.4rem 0.5rem; vertical-align: top; }
td.number, th.number { text-align: right; white-space: nowrap; }
@media (max-width: 30rem) { main { padding: 1rem 0.75rem 3rem; } h1 { font-size: 1.5rem; } .cards { grid-template-columns: 1fr; } }
)";
}

std::string course_page(const Course& course)
{
    const bool browser = std::ranges::any_of(course.lessons, &CourseLesson::in_browser);
    const auto preparation = fmt::format(
        kPreparation, browser ? "The lessons open in the browser; nothing is installed for them. " : "", class_link(course));
    return page(course.title, "", preparation + lesson_list(course) + exercise_list(course));
}

std::string exercise_page(const Course& course, const exercise::Exercise& exercise)
{
    std::string body = "<p><a href=\"../../index.html\">" + html::escaped(course.title) + "</a></p>\n" + deadline_of(course);
    body += html_of(exercise.lesson->notes);
    body += "<h2>Requirements</h2>\n<table>\n<tr><th>requirement</th><th>limit</th><th class=\"number\">points</th></tr>\n";
    for (const auto& requirement : exercise.requirements)
        body += fmt::format("<tr><td>{}{}</td><td>{}</td><td class=\"number\">{}</td></tr>\n", html::escaped(requirement.label),
            hints_of(requirement), html::escaped(exercise::limit_text(exercise, requirement)), requirement.points);
    body += "</table>\n<p>Metrics and times are determined on the virtual machine; times are estimates of the SM model, not "
            "measurements. They count only if the result is right.</p>\n";
    body += "<h2>Files</h2>\n<p class=\"links\">";
    for (const auto* file : { "kernels.cu", "exercise.toml", "lesson.toml", "notes.md", "kernels.ptx" })
        body += fmt::format("<a href=\"{0}\">{0}</a> ", file);
    for (const auto& build : exercise.lesson->builds)
        body += fmt::format("<a href=\"kernels.{0}.ptx\">kernels.{0}.ptx</a> ", html::escaped(build.name));
    body += "</p>\n" + fmt::format(kWork, html::escaped(exercise.id), html::escaped(exercise.lesson->id));
    body += "<h2>kernels.cu</h2>\n<pre>" + html::escaped(exercise.lesson->source) + "</pre>\n";
    return page(title_of(exercise), "../../", body);
}

std::string lecturer_text(const Course& course)
{
    std::string options;
    for (const auto& exercise : course.exercises)
        options += " --exercise exercises/" + exercise.id;
    std::string text = fmt::format(R"(# {}: lecturer's copy

This folder contains the solutions and the hidden sizes. Do not give it to students.

Collect one folder per student, with `ID/kernels.cu` in it, or with `kernels.cu` alone if one exercise is graded. Then:

```sh
warpstage grade submissions -o grades.csv{}
```

Run the command again after late submissions: rows of unchanged submissions are kept.

| exercise | points | check the solution |
|---|---|---|
)",
        course.title, options);
    for (const auto& exercise : course.exercises)
        text += fmt::format("| {0} | {1} | `warpstage check exercises/{0}/solution.cu` |\n", exercise.id, exercise.points());
    return text;
}

} // namespace warpstage::course
