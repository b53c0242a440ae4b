// Variants side by side: a bar for the median of each, a whisker from the smallest to the largest run, the speed of light as a
// line, and published values as hollow marks with their numbers.
#pragma once

#include "app/views/drawing.h"
#include "app/views/timings/curves_figure.h"

namespace warpstage::views {

struct BarRow {
    std::string name; // "reduce3"
    double minimum = 0.0; // in the unit of the figure; 0: none
    double median = 0.0;
    double maximum = 0.0;
    std::size_t samples = 0; // 0: not run
    Origin origin = Origin::measured;
    std::optional<double> published;
    double speed_up = 0.0; // written after the value; 0: none
    double published_speed_up = 0.0;
    std::string remark {}; // below the name
    bool excess = false; // the remark is about something bad
};

enum class Better : unsigned char { more, less };

struct BarsInput {
    std::string title = tr("Variants");
    std::string unit = "B/s"; // "s": times; else a rate, written with a power-of-ten prefix
    Better better = Better::more;
    std::vector<BarRow> rows;
    std::optional<LimitLine> limit;
    std::string publication; // of the published numbers: "GeForce GTX 280, 2008"
    std::string subtitle;
    std::string sentence {}; // below the key; empty: none
    std::string if_empty = tr("nothing has run yet");
};

[[nodiscard]] DrawList bars_figure(const BarsInput& input, Size size, const Style& style);

// "182 GB/s", "0.168 ms"; a dash if there is no value.
[[nodiscard]] std::string value_words(double value, const std::string& unit);

} // namespace warpstage::views
