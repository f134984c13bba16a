#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/json/units.hpp>
#include <muslin/io/run/glb_export.hpp>
#include <string>

#include "command.hpp"
#include "text_output.hpp"
#include "view/html_page.hpp"
#include "view_session.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

struct ExportArguments {
  std::string folder, format, output, precision;
  bool force = false;
};

/// Returns the file to write: the one that was named, or the name of the run folder with the extension of the format.
fs::path output_of(const ExportArguments& arguments) {
  if (!arguments.output.empty()) return arguments.output;
  return fs::path(name_of_folder(arguments.folder)).stem().concat("." + arguments.format);
}

/// Refuses to replace a file unasked.
ExitCode check_output(const ExportArguments& arguments, const fs::path& output) {
  std::error_code ignored;
  if (!fs::exists(output, ignored) || arguments.force) return kDone;
  return refuse(
      fmt::format("{}: exists already; replace it with --force, or name another file with -o", output.string()));
}

ExitCode export_glb(const ExportArguments& arguments) {
  if (!arguments.precision.empty()) return refuse("--precision: a glb file has positions as they are");
  const fs::path output = output_of(arguments);
  if (const ExitCode code = check_output(arguments, output); code != kDone) return code;
  const auto made = write_glb(arguments.folder, output);
  if (!made) return report(made.error());
  write_err("{}: {:.1f} MB, {} frames, {} moving and {} stationary bodies; import it into Blender or any glTF viewer\n",
            output.string(), 1e-6 * static_cast<double>(made->bytes), made->frames, made->morphed, made->stationary);
  return kDone;
}

ExitCode export_html(const ExportArguments& arguments) {
  if (const ExitCode code = ViewSession::check_page(); code != kDone) return code;
  double quantum = 0.0;
  if (!arguments.precision.empty()) {
    const auto length = parse_quantity(arguments.precision, quantity::kLength);
    if (!length) return refuse(fmt::format("--precision {}: {}", arguments.precision, length.error().message()));
    if (!(*length > 0.0 && std::isfinite(*length)))
      return refuse(fmt::format("--precision {}: must be more than 0", arguments.precision));
    quantum = *length;
  }
  const fs::path output = output_of(arguments);
  if (const ExitCode code = check_output(arguments, output); code != kDone) return code;
  const auto page = make_html_page(arguments.folder, name_of_folder(arguments.folder), quantum);
  if (!page) return report(page.error());
  if (const Status status = write_whole_file(output, page->text); !status) return report(status.error());
  write_err("{}: {:.1f} MB, {} frames, positions rounded to {:.3g} mm; open it in a browser\n", output.string(),
            1e-6 * static_cast<double>(page->text.size()), page->frames, 1e3 * page->quantum);
  return kDone;
}

}  // namespace

CommandAction add_export(CLI::App& parser) {
  auto arguments = std::make_shared<ExportArguments>();
  parser.footer(
      "html: a page of one file that plays the run by a double click, without network or Muslin.\n"
      "glb: a glTF file with a morph target per frame, for Blender and other programs.");
  parser.add_option("folder", arguments->folder, "Run folder")->required();
  parser.add_option("--to", arguments->format, "Format: html or glb")
      ->required()
      ->check(CLI::IsMember({"html", "glb"}));
  parser.add_option("-o,--output", arguments->output,
                    "File to write; default: the name of the run folder with .html or .glb, in the current folder");
  parser.add_option(
      "--precision", arguments->precision,
      "html: length to which positions are rounded, e.g. 0.05mm; default: a 130,000th of the size of the cloth");
  parser.add_flag("--force", arguments->force, "Replace the file");
  return [arguments] { return arguments->format == "glb" ? export_glb(*arguments) : export_html(*arguments); };
}

}  // namespace muslin::app
