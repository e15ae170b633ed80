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

void raise(PyObject* type, const char* text) { PyErr_SetObject(type, textOf(text).ptr()); }

void translate(const std::exception_ptr& thrown, void* /*payload*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const analytics::NodeOutOfRange& error) {
    raise(PyExc_IndexError, error.what());
  } catch (const analytics::DistanceOverflow& error) {
    raise(PyExc_OverflowError, error.what());
  } catch (const analytics::Error& error) {
    raise(PyExc_ValueError, error.what());
  } catch (const graphs::GraphError& error) {
    raise(PyExc_ValueError, error.what());
#ifdef GALOIS_PYTHON_INPUTS
  } catch (const inputs::InputError& error) {
    raise(PyExc_ValueError, error.what());
#endif
  } catch (const TimedOut& error) {
    raise(PyExc_TimeoutError, error.what());
  } catch (const Exiting& error) {
    raise(PyExc_RuntimeError, error.what());
  } catch (const analytics::Cancelled& /*cancelled*/) {
    raise(PyExc_RuntimeError, "the call was ended because the interpreter is exiting");
  } catch (const std::system_error& error) {
    // OSError is made of a number and a text.
    const nb::object values = nb::make_tuple(error.code().value(), textOf(error.what()));
    PyErr_SetObject(PyExc_OSError, values.ptr());
  }
}

} // namespace

nb::str textOf(std::string_view text) {
  return nb::steal<nb::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
}

void bindErrors() { nb::register_exception_translator(&translate, nullptr); }

} // namespace galois::python
