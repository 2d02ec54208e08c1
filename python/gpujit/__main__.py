# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m gpujit` is the command `gpujit`."""

import sys

from .cli import main

sys.exit(main())
