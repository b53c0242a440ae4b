#include "app/export/export.h"
#include "tests/app/export/sample_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QString>
#include <QXmlStreamReader>
#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace warpstage::exporter {
namespace {

struct Element {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::string text;

    [[nodiscard]] double number(const std::string& attribute) const { return std::stod(attributes.at(attribute)); }
};

// Every element in the order of the file; the test fails if it is not valid XML.
std::vector<Element> parsed(const std::string& file)
{
    std::vector<Element> elements;
    QXmlStreamReader reader(QByteArray::fromStdString(file));
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::StartElement) {
            elements.push_back({ reader.name().toString().toStdString(), {}, {} });
            for (const auto& attribute : reader.attributes())
                elements.back().attributes[attribute.qualifiedName().toString().toStdString()] =
                    attribute.value().toString().toStdString();
        } else if (token == QXmlStreamReader::Characters && !reader.isWhitespace()) {
            elements.back().text += reader.text().toString().toStdString();
        }
    }
    EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString() << "\n" << file;
    return elements;
}

std::vector<Element> svg_of(const draw::DrawList& picture, const About& about = {})
{
    const auto file = encode(picture, Format::svg, about);
    return file ? parsed(*file) : std::vector<Element> {};
}

std::vector<std::string> texts_of(const std::vector<Element>& elements)
{
    std::vector<std::string> texts;
    for (const auto& element : elements)
        if (element.name == "text")
            texts.push_back(element.text);
    return texts;
}

std::size_t count(const std::vector<Element>& elements, const std::string& name)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(elements, [&](const Element& element) { return element.name == name; }));
}

TEST(Svg, ContainsEveryTextAsText)
{
    EXPECT_EQ(texts_of(svg_of(testing::sample_picture())), testing::sample_texts());
}

TEST(Svg, ContainsEveryShapeAsAVector)
{
    const auto elements = svg_of(testing::sample_picture());
    EXPECT_EQ(count(elements, "rect"), 3U);
    EXPECT_EQ(count(elements, "line"), 2U);
    EXPECT_EQ(count(elements, "polyline"), 1U);
    EXPECT_EQ(count(elements, "polygon"), 1U);
    EXPECT_EQ(count(elements, "circle"), 1U);
    EXPECT_EQ(count(elements, "image"), 0U);
}

TEST(Svg, IsAsLargeAsTheFigureInPoints)
{
    auto picture = testing::sample_picture();
    picture.size.width = 399.5F;
    const auto root = svg_of(picture).at(0);
    EXPECT_EQ(root.attributes.at("width"), "400pt");
    EXPECT_EQ(root.attributes.at("height"), "240pt");
    EXPECT_EQ(root.attributes.at("viewBox"), "0 0 400 240");
}

TEST(Svg, NothingIsOutsideThePage)
{
    for (const auto& element : svg_of(testing::sample_picture())) {
        if (element.name == "rect") {
            EXPECT_GE(element.number("x"), 0.0);
            EXPECT_LE(element.number("x") + element.number("width"), 400.0);
            EXPECT_LE(element.number("y") + element.number("height"), 240.0);
        } else if (element.name == "text") {
            EXPECT_GE(element.number("x"), 0.0);
            EXPECT_LE(element.number("x"), 400.0);
            EXPECT_LE(element.number("y"), 240.0);
        }
    }
}

TEST(Svg, OutlinesAreInsideTheirBox)
{
    const auto elements = svg_of(testing::sample_picture());
    const auto box = std::ranges::find_if(elements, [](const Element& e) { return e.attributes.contains("stroke-width"); });
    ASSERT_NE(box, elements.end());
    EXPECT_EQ(box->number("x"), 22.0);
    EXPECT_EQ(box->number("width"), 56.0);
    EXPECT_EQ(box->number("stroke-width"), 4.0);
    EXPECT_EQ(box->attributes.at("fill"), "#0070b0");
    EXPECT_EQ(box->attributes.at("stroke"), "#c2401a");
}

TEST(Svg, TheRendererAligns)
{
    std::vector<std::string> anchors;
    for (const auto& element : svg_of(testing::sample_picture()))
        if (element.name == "text")
            anchors.push_back(element.attributes.contains("text-anchor") ? element.attributes.at("text-anchor") : "start");
    EXPECT_EQ(anchors, (std::vector<std::string> { "start", "end", "middle", "start", "middle" }));
}

TEST(Svg, FacesNameTheirSubstitutes)
{
    std::vector<std::string> families;
    for (const auto& element : svg_of(testing::sample_picture()))
        if (element.name == "text")
            families.push_back(element.attributes.at("font-family"));
    EXPECT_THAT(families[0], ::testing::AllOf(::testing::StartsWith("Inter,"), ::testing::EndsWith("sans-serif")));
    EXPECT_THAT(families[2], ::testing::AllOf(::testing::StartsWith("'JetBrains Mono',"), ::testing::EndsWith("monospace")));
}

// Characters that XML forbids and invalid UTF-8 become a replacement character.
TEST(Svg, AnyBytesGiveAValidFile)
{
    draw::DrawList picture;
    picture.size = { 100.0F, 50.0F };
    picture.add(draw::Text { { 10, 20 }, "a\x01\xff<b>&\t\xef\xbf\xbf", draw::Face::regular, 10.0F, {}, {}, 0.0F });
    const auto elements = svg_of(picture, { "<title> & co", "a\x02" });
    EXPECT_EQ(texts_of(elements), (std::vector<std::string> { "a\uFFFD\uFFFD<b>&\uFFFD\uFFFD" }));
    EXPECT_EQ(elements.at(1).text, "<title> & co");
    EXPECT_EQ(elements.at(2).text, "a\uFFFD");
}

} // namespace
} // namespace warpstage::exporter
