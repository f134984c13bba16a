#pragma once
#include <cstddef>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <string>

namespace muslin::app {

/// A page of one file that plays a run wherever it is opened.
struct HtmlPage {
  std::string text;
  double quantum = 0.0;    ///< coordinates are rounded to multiples of this [m]
  std::size_t frames = 0;  ///< number of frames, the start included
};

/// Makes the page of a run folder: the page of the viewer, with the files of the run in it. The caches of its bodies
/// are coded (PositionEncoder). Without a quantum, 2⁻¹⁷ of the size of the bodies that are no obstacles is taken, which
/// is a hundredth of a pixel where they fill a picture.
[[nodiscard]] Result<HtmlPage> make_html_page(const std::filesystem::path& folder, const std::string& name,
                                              double quantum = 0.0);

}  // namespace muslin::app
