// A fingerprint of bytes, the same on every computer and in every run: FNV-1a with 64 bits. Not for secrets.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpstage {

class Fingerprint {
public:
    Fingerprint& add(std::string_view bytes)
    {
        for (const char c : bytes)
            m_value = (m_value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
        return *this;
    }
    [[nodiscard]] std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0xcbf29ce484222325U;
};

} // namespace warpstage
