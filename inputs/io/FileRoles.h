#ifndef GALOIS_INPUTS_IO_FILEROLES_H
#define GALOIS_INPUTS_IO_FILEROLES_H

// Which files this process reads and which it writes. An output that names an input would replace
// it by something else when it is renamed to its final name, and of two outputs under one name only
// one would be left. InputFile and OutputFile report here what they open; whoever reads or writes a
// file by other means reports it, too.

#include <string>
#include <vector>

namespace galois::inputs {

/// From now on an output may not be a file that this process reads, or another output. For main():
/// a library cannot know what its caller wants to overwrite, so nothing is refused without it.
void keepFilesApart();

/// Reports that this process reads `path` ("-": standard input). A file that is not there yet
/// counts under its name. Throws UsageError when an output has been reported that is the same file.
/// Not thread-safe.
void noteInput(const std::string& path);

/// Reports that this process is going to write `path` ("-": standard output), before it does.
/// Throws UsageError when it is the same file as an input or another output, whatever it is called:
/// under another spelling, through a symbolic or a hard link, or as what standard input or output
/// are redirected to. Devices and pipes are never the same file. Not thread-safe.
void noteOutput(const std::string& path);

/// Throws as noteOutput() would for all of these, and reports none; an empty path is none. For
/// outputs that are opened after long work, to complain before it. Not thread-safe.
void checkOutputs(const std::vector<std::string>& paths);

} // namespace galois::inputs

#endif
