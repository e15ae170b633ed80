#include "Errors.h"

#include <exception>
#include <stdexcept>
#include <system_error>

#include "Calls.h"
#include "galois/analytics/Errors.h"
#include "galois/graphs/GraphError.h"
#ifdef GALOIS_PYTHON_INPUTS
#include "inputs/Error.h"
#endif

namespace galois::python {

namespace {

void translate(const std::exception_ptr& thrown, void* /*payload*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const analytics::NodeOutOfRange& error) {
    PyErr_SetString(PyExc_IndexError, error.what());
  } catch (const analytics::DistanceOverflow& error) {
    PyErr_SetString(PyExc_OverflowError, error.what());
  } catch (const analytics::Error& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const graphs::GraphError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
#ifdef GALOIS_PYTHON_INPUTS
  } catch (const inputs::InputError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
#endif
  } catch (const TimedOut& error) {
    PyErr_SetString(PyExc_TimeoutError, error.what());
  } catch (const Exiting& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  } catch (const analytics::Cancelled& /*cancelled*/) {
    PyErr_SetString(PyExc_RuntimeError, "the call was ended because the interpreter is exiting");
  } catch (const std::system_error& error) {
    // OSError is made of a number and a text.
    const nb::object values = nb::make_tuple(error.code().value(), error.what());
    PyErr_SetObject(PyExc_OSError, values.ptr());
  }
}

} // namespace

void bindErrors() { nb::register_exception_translator(&translate, nullptr); }

} // namespace galois::python
