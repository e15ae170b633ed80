/**
 * Records which files this process reads and which it writes. An output that names an input would
 * replace the input when it is renamed to its final name, and of two outputs under one name only
 * one would remain. InputFile and OutputFile report the files that they open. Code that reads or
 * writes a file by other means reports it as well.
 */
#pragma once

#include <string>
#include <vector>

namespace galois::inputs {

/// From now on, refuses an output that is a file that this process reads, or another output. Call
/// it in main(). A library cannot know which files its caller wants to overwrite, so nothing is
/// refused without this call.
void keepFilesApart();

/// Reports that this process reads `path` ("-": standard input). A file that does not exist yet is
/// known by its name. Not thread-safe. @throws UsageError when the same file has been reported as
/// an output
void noteInput(const std::string& path);

/// Reports that this process is going to write `path` ("-": standard output), before it does. Not
/// thread-safe.
/// @throws UsageError when it is the same file as an input or another output, whatever its name:
///         under another spelling, through a symbolic or a hard link, or as the file to which
///         standard input or output are redirected. Devices and pipes are never the same file
void noteOutput(const std::string& path);

/// Throws as noteOutput() would for all of these, and reports none. Empty paths are ignored. It is
/// for outputs that are opened after long work, so that errors are reported before the work. Not
/// thread-safe.
void checkOutputs(const std::vector<std::string>& paths);

} // namespace galois::inputs
