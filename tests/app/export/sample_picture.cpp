#include "tests/app/export/sample_picture.h"

namespace warpstage::exporter::testing {

using namespace draw;

DrawList sample_picture()
{
    constexpr Color kInk { 0x16, 0x1e, 0x2a };
    DrawList list;
    list.size = { 400.0F, 240.0F };
    list.add(Box { { 0, 0, 400, 240 }, Color { 255, 255, 255 }, std::nullopt, 1.0F, 0.0F });
    list.add(Box { { 20, 150, 60, 40 }, Color { 0, 0x70, 0xb0 }, Color { 0xc2, 0x40, 0x1a }, 4.0F, 0.0F });
    list.add(Box { { 100, 150, 60, 40 }, Color { 0, 0x70, 0xb0, 128 }, Color { 0xc2, 0x40, 0x1a }, 2.0F, 8.0F });
    list.add(Line { { 20, 130 }, { 380, 130 }, kInk, 1.0F });
    list.add(Line { { 180, 150 }, { 240, 190 }, kInk, 2.5F });
    list.add(Polyline { { { 260, 190 }, { 280, 150 }, { 300, 190 } }, kInk, 2.0F });
    list.add(Polygon { { { 320, 150 }, { 350, 150 }, { 335, 190 } }, Color { 0x0a, 0x79, 0x5b } });
    list.add(Circle { { 375, 170 }, 12.0F, Color { 0x96, 0x60, 0 } });
    list.add(Text { { 20, 30 }, "Banks: 8 wavefronts → ideal 1", Face::semibold, 18.0F, kInk, Align::left, 0.0F });
    list.add(Text { { 380, 60 }, "20\u2009480 bodies, 23.1\u2009µs", Face::regular, 15.0F, kInk, Align::right, 0.0F });
    list.add(Text { { 200, 90 }, "if (a[i] >= b->c && i < n) x <<= 1;", Face::mono, 13.0F, kInk, Align::center, 0.0F });
    list.add(Text { { 20, 115 }, "a long text that is too wide for its place", Face::mono, 10.0F, kInk, Align::left, 90.0F });
    list.add(Text { { 200, 225 }, "\"quoted\" ≤ 3", Face::regular, 13.0F, kInk, Align::center, 0.0F });
    return list;
}

std::vector<std::string> sample_texts()
{
    return { "Banks: 8 wavefronts → ideal 1", "20\u2009480 bodies, 23.1\u2009µs", "if (a[i] >= b->c && i < n) x <<= 1;",
        "a long text th…", // 90 points hold 15 characters of 6
        "\"quoted\" ≤ 3" };
}

} // namespace warpstage::exporter::testing
