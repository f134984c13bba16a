#include <algorithm>
#include <muslin/render/image.hpp>

namespace muslin {

void Image::paste(const Image& part, int x, int y) {
  const int first_row = std::max(0, -y), last_row = std::min(part.height(), height_ - y);
  const int first_column = std::max(0, -x), last_column = std::min(part.width(), width_ - x);
  for (int row = first_row; row < last_row; ++row)
    for (int column = first_column; column < last_column; ++column) at(x + column, y + row) = part.at(column, row);
}

}  // namespace muslin
