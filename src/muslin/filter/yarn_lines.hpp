#pragma once
#include <array>
#include <cstdint>
#include <muslin/filter/row_system.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Rows of edges as threads: at a vertex, the two that go on most nearly straight are neighbours in one thread. Each
/// thread by itself is a tridiagonal system, so that all of them take time in proportion to the number of rows.
/// Where threads cross at right angles that is all there is to solve; at an angle θ it leaves conjugate gradients a
/// condition of (1 + cos θ) / (1 - cos θ), however long the threads are.
class YarnLines {
 public:
  /// A row, as the next part of a thread.
  struct Link {
    std::uint32_t row = 0;
    std::uint8_t first = 0;                          ///< which of its nodes comes first
    bool begins = false;                             ///< a thread
    double first_cosine = 1.0, second_cosine = 1.0;  ///< of the angle to the neighbour there; 1: none
  };
  /// Finds the threads where the rows are now. All rows have one or two nodes.
  void find(const RowSystem& rows);
  [[nodiscard]] std::span<const Link> links() const { return links_; }

  /// What a link is like. No mass: nothing moves there.
  struct Part {
    double gradient_norm = 0.0;  ///< length of its gradient [1/m]
    double first_mass = 0.0, second_mass = 0.0;
    double tension = 0.0;  ///< [kg]
    double compliance = 0.0;
  };
  /// For b, x in the order of links(): H u + Gᵀ x = 0, G u - S x = -b along each thread, x = 0 where it is not free.
  void factorise(std::span<const Part> parts, std::span<const std::uint8_t> is_free);
  void solve(std::span<const double> b, std::span<double> x);

 private:
  void find_neighbours(const RowSystem& rows);
  void follow(const RowSystem& rows, std::size_t row, std::size_t first);
  void divide();

  struct Neighbour {
    std::int32_t row = -1;  ///< -1: none
    double cosine = 1.0;
  };
  std::vector<std::array<Neighbour, 2>> neighbours_;  ///< of each row at its two nodes
  std::vector<std::uint8_t> is_found_;
  std::vector<Link> links_;

  /// L and D⁻¹ of a link: its first place, its multiplier, and what they do to the second place.
  struct Factor {
    double first = 0.0, multiplier = 0.0;  ///< D⁻¹
    double multiplier_by_first = 0.0;      ///< L
    double second_by_first = 0.0, second_by_multiplier = 0.0;
    double last = 0.0;  ///< D⁻¹ of a thread's last place; 0 elsewhere
  };
  std::vector<Factor> factors_;
  static constexpr std::size_t kInterleavedRanges = 4;
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  std::array<Range, kInterleavedRanges> ranges_;  ///< of links: whole threads
  std::size_t max_range_size_ = 0;
  std::vector<double> place_;
};

}  // namespace muslin
