// The class Scheduler: a scheduler by name, with the values of its parameters.
#include "galois/analytics/Scheduler.h"

#include <string>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "Algorithms.h"

namespace galois::python {

void bindSchedulers(nb::module_& module) {
  using analytics::Scheduler;
  nb::class_<Scheduler>(module, "Scheduler", "A scheduler and its parameters.")
      .def(
          "__init__", [](Scheduler* self, const std::string& name) { new (self) Scheduler(name); },
          nb::arg("name"))
      .def(
          "set",
          [](Scheduler& self, const std::string& parameter, const std::string& value) {
            self.set(parameter, value);
          },
          nb::arg("parameter"), nb::arg("value"), "Sets a parameter.")
      .def_prop_ro("name", &Scheduler::name);
  module.def("scheduler_names", &analytics::schedulerNames, "The schedulers of this build.");
}

} // namespace galois::python
