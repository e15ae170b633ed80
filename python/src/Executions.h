/** What a run did, as a dict for Python. */
#pragma once

#include <nanobind/nanobind.h>

#include "galois/analytics/Execution.h"

namespace galois::python {

namespace nb = nanobind;

/// Returns whether the threads of the latest loop were pinned. To be called inside a call.
bool wasPinned();

/// Returns a dict of plain Python values, whose keys are the fields of the record
/// (docs/result-record.md) where there is one.
nb::dict toDict(const analytics::Execution& execution, bool pinned);

void bindExecutions(nb::module_& module); ///< adds host() and build() to the module

} // namespace galois::python
