# galois_formats(RESULT source...): sets RESULT to the names of the file formats that these sources
# define: <Name> of each function that begins with a line `Format format<Name>() {`.
function(galois_formats RESULT)
  set(NAMES "")
  foreach(SOURCE ${ARGN})
    file(STRINGS ${SOURCE} LINES REGEX "^Format format[A-Za-z0-9]+\\(\\) {")
    list(TRANSFORM LINES REPLACE "^Format format([A-Za-z0-9]+).*" "\\1")
    list(APPEND NAMES ${LINES})
  endforeach()
  set(${RESULT} ${NAMES} PARENT_SCOPE)
endfunction()
