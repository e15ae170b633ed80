# For the build of the Python package by pip (pyproject.toml), before the options: what it has, unless a
# setting says otherwise. It leaves out what is missing and can be done without: without hwloc, one
# socket is assumed, and without the library of formats, Graph.read reads .gr alone.
include(${CMAKE_CURRENT_LIST_DIR}/GaloisWorklists.cmake)

# galois_wheel_default(NAME VALUE): gives an option a value where the user has not. The next build in the
# same folder finds it anew.
macro(galois_wheel_default NAME VALUE)
  if(NOT DEFINED ${NAME} OR DEFINED WHEEL_${NAME} AND "${${NAME}}" STREQUAL "${WHEEL_${NAME}}")
    set(${NAME} "${VALUE}" CACHE STRING "" FORCE)
    set(WHEEL_${NAME} "${VALUE}" CACHE INTERNAL "Ours")
  endif()
endmacro()

galois_wheel_default(GALOIS_WORKLISTS "${GALOIS_COMPARED_WORKLISTS}")
# How a message says that a scheduler is added.
set(GALOIS_WORKLISTS_BY "pip install . --config-settings=cmake.define.GALOIS_WORKLISTS=")

# Several sources and policies in one file halve the time of a build; in scripts/test the objects are
# those of another build, out of ccache.
if(NOT GALOIS_PRESET STREQUAL "tests")
  galois_wheel_default(GALOIS_UNITY ON)
  galois_wheel_default(GALOIS_POLICIES_PER_FILE 7)
endif()

find_package(PkgConfig QUIET)
set(FOUND_HWLOC none)
if(PkgConfig_FOUND)
  pkg_check_modules(WHEEL_HWLOC QUIET hwloc)
  if(WHEEL_HWLOC_FOUND)
    set(FOUND_HWLOC system)
  endif()
endif()
galois_wheel_default(GALOIS_HWLOC ${FOUND_HWLOC})
if(GALOIS_HWLOC STREQUAL "none")
  message(STATUS "Without hwloc (Debian: libhwloc-dev pkg-config): one socket is assumed")
endif()

set(WHEEL_MISSING "")
foreach(WANTED ZLIB BZip2 LibLZMA nlohmann_json)
  find_package(${WANTED} QUIET)
  if(NOT ${WANTED}_FOUND)
    list(APPEND WHEEL_MISSING ${WANTED})
  endif()
endforeach()
if(PkgConfig_FOUND)
  pkg_check_modules(WHEEL_ZSTD QUIET libzstd)
endif()
if(NOT WHEEL_ZSTD_FOUND)
  list(APPEND WHEEL_MISSING zstd)
endif()
if(WHEEL_MISSING)
  galois_wheel_default(GALOIS_INPUTS OFF)
else()
  galois_wheel_default(GALOIS_INPUTS ON)
endif()
if(WHEEL_MISSING AND NOT GALOIS_INPUTS)
  message(STATUS "Without formats but .gr, as these are missing: ${WHEEL_MISSING}")
endif()
