#include "app/shell/publish/follow_code.h"

#include <fmt/format.h>
#include <qrencode.h>

#include <cstddef>

namespace warpstage::shell {

Result<std::shared_ptr<const views::FollowCode>> follow_code_of(const std::string& link)
{
    constexpr std::size_t kMaxCharacters = 300; // a code of 77 x 77 modules
    const auto too_long = [&] {
        return Error { fmt::format("The link has {} characters, too many for a QR code that can be read from a distance; the "
                                   "maximum is {}.",
            link.size(), kMaxCharacters) };
    };
    if (link.size() > kMaxCharacters)
        return too_long();
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> encoded(
        QRcode_encodeString8bit(link.c_str(), 0, QR_ECLEVEL_M), &QRcode_free);
    if (encoded == nullptr)
        return too_long();
    auto code = std::make_shared<views::FollowCode>();
    code->link = link;
    code->side = static_cast<std::size_t>(encoded->width);
    for (std::size_t i = 0; i < code->side * code->side; ++i)
        code->dark.push_back((encoded->data[i] & 1U) != 0); // the other bits are of the encoder
    return std::shared_ptr<const views::FollowCode> { std::move(code) };
}

} // namespace warpstage::shell
