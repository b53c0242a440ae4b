#!/usr/bin/env python3
"""Tests that check_includes.py finds violations."""
import unittest

from check_includes import cycle_of, violations_of


class IncludeRule(unittest.TestCase):
    def refused(self, path, text):
        self.assertTrue(list(violations_of(path, text)), f"{path}: {text} should be refused")

    def allowed(self, path, text):
        self.assertEqual(list(violations_of(path, text)), [])

    def test_downwards_is_allowed(self):
        self.allowed("core/simt/warp.h", '#include "core/ptx/ast.h"\n#include <vector>')
        self.allowed("app/stage/gl/buffer.h", "#include <glad/gl.h>")
        self.allowed("core/gpu/driver.cpp", "#include <cuda.h>")

    def test_upwards_and_sideways_are_refused(self):
        self.refused("core/simt/warp.h", '#include "core/trace/trace.h"')
        self.refused("core/arch/traits.h", '#include "core/ptx/ast.h"')
        self.refused("core/session/session.h", '#include "app/draw/style.h"')
        self.refused("app/draw/banks.cpp", '#include "app/stage/stage.h"')

    def test_foreign_headers_stay_in_their_rooms(self):
        self.refused("core/engine/gpu/gpu_engine.cpp", "#include <cuda.h>")
        self.refused("app/draw/banks.cpp", "#include <imgui.h>")
        self.refused("app/stage/stage.cpp", "#include <QWidget>")

    def test_includes_are_written_from_the_root(self):
        self.refused("core/ptx/parser.cpp", '#include "parser.h"')

    def test_a_cycle_of_files_is_found(self):
        files = {"core/base/a.h": '#include "core/base/b.h"', "core/base/b.h": '#include "core/base/c.h"',
                 "core/base/c.h": '#include "core/base/b.h"', "core/base/d.cpp": '#include "core/base/a.h"'}
        self.assertEqual(sorted(cycle_of(files)), ["core/base/b.h", "core/base/c.h"])

    def test_a_header_of_two_files_is_no_cycle(self):
        files = {"core/base/a.h": '#include "core/base/b.h"\n#include "core/base/c.h"', "core/base/b.h": '#include "core/base/c.h"',
                 "core/base/c.h": "#include <string>"}
        self.assertEqual(cycle_of(files), [])

    def test_new_folders_need_a_place(self):
        self.refused("core/utils/things.h", "")


if __name__ == "__main__":
    unittest.main()
