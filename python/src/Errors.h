/** The exceptions of the library as those of Python. */
#pragma once

#include <string_view>

#include <nanobind/nanobind.h>

namespace galois::python {

namespace nb = nanobind;

/// From now on, an exception of the library that leaves a bound function is raised as ValueError,
/// IndexError, OverflowError, TimeoutError, OSError or RuntimeError. nanobind itself makes
/// MemoryError of std::bad_alloc, and RuntimeError of what has no better match.
void bindErrors();

/// Returns a text of the library as one of Python, whatever its bytes are: it may hold the name of a
/// file. Needs the GIL.
nb::str textOf(std::string_view text);

} // namespace galois::python
