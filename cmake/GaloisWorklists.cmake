# The worklist policies that lonestar/analytics/scheduler/Worklists.def lists.
set(GALOIS_WORKLISTS_DEF ${PROJECT_SOURCE_DIR}/lonestar/analytics/scheduler/Worklists.def)

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
# AllWorklists.h with their headers, and BuiltWorklists.def with a line for each.
function(galois_write_worklists FOLDER)
  set(INCLUDES "")
  set(BUILT "")
  foreach(NAME ${ARGN})
    string(APPEND INCLUDES "#include \"analytics/scheduler/worklists/${NAME}.h\"\n")
    string(APPEND BUILT "GALOIS_WORKLIST(${NAME})\n")
  endforeach()
  file(CONFIGURE OUTPUT ${FOLDER}/analytics/scheduler/AllWorklists.h CONTENT "${INCLUDES}")
  file(CONFIGURE OUTPUT ${FOLDER}/analytics/scheduler/BuiltWorklists.def CONTENT "${BUILT}")
endfunction()
