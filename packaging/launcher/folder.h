// The folder into which the single-file program is unpacked: once for each version in the user's cache, or for one run in a
// temporary folder.
#pragma once

#include "archive.h"

#include <limits.h>

// A folder with all files of the archive.
struct Unpacked {
    char path[PATH_MAX];
    int lock; // keeps other starts from removing the folder; must stay open while the program runs
};

// What made a folder unusable, for a message: "/tmp/x: No space left on device".
struct Reason {
    char text[PATH_MAX + 200];
};

// Uses or creates the folder `warpstage` in `cache`, and there the archive's folder; then removes those of other versions that no
// program uses. `cache` is created if it does not exist.
bool unpack_in_cache(const struct Archive* archive, const char* cache, struct Unpacked* unpacked, struct Reason* reason);

// A new folder in `parent`, for this process alone.
bool unpack_temporarily(const struct Archive* archive, const char* parent, struct Unpacked* unpacked, struct Reason* reason);

// Removes a folder with everything in it; links are removed, not followed.
void remove_folder(int parent, const char* name);
