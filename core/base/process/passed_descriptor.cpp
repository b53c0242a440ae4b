#include "core/base/process/passed_descriptor.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace warpstage {

namespace {

// A message of one byte, with room for one descriptor.
struct Packet {
    char byte = 0;
    iovec content { &byte, 1 };
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control {};

    msghdr header()
    {
        msghdr message {};
        message.msg_iov = &content;
        message.msg_iovlen = 1;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        return message;
    }
};

} // namespace

bool send_descriptor(int socket, int descriptor)
{
    Packet packet;
    auto message = packet.header();
    cmsghdr* const part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(part), &descriptor, sizeof(int));
    while (sendmsg(socket, &message, MSG_NOSIGNAL) < 0) {
        if (errno != EINTR)
            return false;
    }
    return true;
}

std::optional<int> receive_descriptor(int socket)
{
    while (true) {
        Packet packet;
        auto message = packet.header();
        const auto count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return std::nullopt;
        const cmsghdr* const part = CMSG_FIRSTHDR(&message);
        if (part == nullptr || part->cmsg_type != SCM_RIGHTS)
            continue;
        int descriptor = -1;
        std::memcpy(&descriptor, CMSG_DATA(part), sizeof(int));
        return descriptor;
    }
}

} // namespace warpstage
