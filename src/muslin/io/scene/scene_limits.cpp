#include <fmt/format.h>

#include <array>
#include <cmath>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/scene_limits.hpp>
#include <utility>

namespace muslin {
namespace {

/// Returns 2, 5, 7, 9, …: the sides for the single, double and triple radius of the thesis, and so on.
int side_of_radius(int radius) { return radius == 1 ? 2 : 2 * radius + 1; }

Patch square(const std::array<int, 2>& grid, int column, int row, int side) {
  Patch patch;
  patch.side = side;
  for (int r = row; r < row + side; ++r)
    for (int c = column; c < column + side; ++c) patch.vertices.emplace_back(r * grid[0] + c);
  return patch;
}

/// Returns a layout with as many columns as rows, or a few more.
std::array<int, 2> layout_of(int count) {
  int rows = static_cast<int>(std::sqrt(static_cast<double>(count)));
  while (count % rows != 0) --rows;
  return {count / rows, rows};
}

Status add_evenly(const SceneContext& context, const SceneNode& node, const std::array<int, 2>& grid,
                  std::vector<Patch>& list) {
  const int count = static_cast<int>(node.at("count").number());
  if (count == 0) return Done{};
  const int side = side_of_radius(static_cast<int>(node.at("radius").number()));
  const std::array<int, 2> layout = layout_of(count);
  std::array<std::vector<int>, 2> first;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const int free = grid[axis] - layout[axis] * side;
    if (free < 0)
      return context.error(
          node.at("count"),
          fmt::format("{} squares of {} vertices do not fit on a side of {}", layout[axis], side, grid[axis]),
          "use fewer or smaller squares, or a finer grid");
    for (int k = 0; k < layout[axis]; ++k)
      first[axis].push_back(side * k + static_cast<int>(std::lround(double(free) * (k + 1) / (layout[axis] + 1))));
  }
  for (const int row : first[1])
    for (const int column : first[0]) list.push_back(square(grid, column, row, side));
  return Done{};
}

Status read_patches(const SceneContext& context, const SceneNode& node, PlacedBody& placed) {
  Patches& patches = placed.body.patches;
  read_options(node.value(), patches);
  for (const char* key : {"count", "squares"})
    if (node.has(key) && !placed.grid)
      return context.error(node.at(key), "only a grid has columns and rows", "give \"vertices\" instead");
  if (node.has("count"))
    if (auto status = add_evenly(context, node, *placed.grid, patches.list); !status) return status;
  if (node.has("squares")) {
    const SceneNode squares = node.at("squares");
    for (std::size_t i = 0; i < squares.size(); ++i) {
      const SceneNode item = squares.item(i);
      const auto at = [&](std::size_t k) { return static_cast<int>(item.item(k).number()); };
      const int column = at(0), row = at(1), side = at(2);
      if (side < 2 || column + side > (*placed.grid)[0] || row + side > (*placed.grid)[1])
        return context.error(item, "the square is not on the grid",
                             fmt::format("the grid has {} by {} vertices; a square has at least 2 per side",
                                         (*placed.grid)[0], (*placed.grid)[1]));
      patches.list.push_back(square(*placed.grid, column, row, side));
    }
  }
  if (node.has("vertices")) {
    const SceneNode lists = node.at("vertices");
    if (patches.method == PatchMethod::hybrid && lists.size() > 0)
      return context.error(lists, "the hybrid method supports only squares of a grid",
                           "use \"squares\" or \"count\", or \"method\": \"rigid\"");
    for (std::size_t i = 0; i < lists.size(); ++i) {
      auto vertices = select_vertices(context, lists.item(i), placed);
      if (!vertices) return vertices.error();
      patches.list.push_back({.vertices = std::move(*vertices), .side = 0});
    }
  }
  return Done{};
}

}  // namespace

Status read_limits(const SceneContext& context, const SceneNode& node, PlacedBody& placed) {
  if (node.has("stretch_limit")) read_options(node.at("stretch_limit").value(), placed.body.stretch_limit.emplace());
  if (node.has("patches")) return read_patches(context, node.at("patches"), placed);
  return Done{};
}

}  // namespace muslin
