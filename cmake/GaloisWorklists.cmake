# The worklist policies that analytics/scheduler/Worklists.def lists.
set(GALOIS_WORKLISTS_DEF ${PROJECT_SOURCE_DIR}/analytics/scheduler/Worklists.def)
# Those that `auto` may take and those of the papers' comparison: the Python package has them.
set(GALOIS_COMPARED_WORKLISTS SmqBucket Smq Obim Pmod Mq Hdcps Wasp)

# galois_worklists(RESULT): sets RESULT to all policies that this kind of build can have.
function(galois_worklists RESULT)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${GALOIS_WORKLISTS_DEF})
  set(PATTERN "^GALOIS_WORKLIST")
  if(GALOIS_VIRTUAL)
    set(PATTERN "^GALOIS(_VIRTUAL)?_WORKLIST")
  endif()
  file(STRINGS ${GALOIS_WORKLISTS_DEF} LINES REGEX ${PATTERN})
  list(TRANSFORM LINES REPLACE ".*\\(([A-Za-z0-9]+)\\).*" "\\1")
  set(${RESULT} ${LINES} PARENT_SCOPE)
endfunction()

# galois_write_worklists(FOLDER policy...): writes, below FOLDER, what C++ includes of these policies:
# AllWorklists.h with their headers, and BuiltWorklists.def with a line for each. AbsentWorklists.h and
# AbsentWorklists.def are the same of those that the build leaves out.
function(galois_write_worklists FOLDER)
  galois_worklists(ABSENT)
  list(REMOVE_ITEM ABSENT ${ARGN})
  set(HEADERS_OF_ARGN AllWorklists.h)
  set(LINES_OF_ARGN BuiltWorklists.def)
  set(HEADERS_OF_ABSENT AbsentWorklists.h)
  set(LINES_OF_ABSENT AbsentWorklists.def)
  foreach(KIND ARGN ABSENT)
    set(INCLUDES "")
    set(LINES "")
    foreach(NAME ${${KIND}})
      string(APPEND INCLUDES "#include \"analytics/scheduler/worklists/${NAME}.h\"\n")
      string(APPEND LINES "GALOIS_WORKLIST(${NAME})\n")
    endforeach()
    file(CONFIGURE OUTPUT ${FOLDER}/analytics/scheduler/${HEADERS_OF_${KIND}} CONTENT "${INCLUDES}")
    file(CONFIGURE OUTPUT ${FOLDER}/analytics/scheduler/${LINES_OF_${KIND}} CONTENT "${LINES}")
  endforeach()
endfunction()
