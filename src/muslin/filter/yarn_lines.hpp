#pragma once
#include <array>
#include <cstdint>
#include <muslin/filter/row_system.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Orders rows of edges into yarns: at each vertex, the two rows that continue each other most nearly straight are
/// neighbours in one yarn. The system of a single yarn is tridiagonal, so solving all of them takes time proportional
/// to the number of rows. If yarns cross at right angles, that is the exact solution. If they cross at an angle θ, it
/// leaves conjugate gradients a condition number of (1 + cos θ) / (1 - cos θ), however long the yarns are.
class YarnLines {
 public:
  /// A row as the next part of a yarn.
  struct Link {
    std::uint32_t row = 0;
    std::uint8_t first = 0;                          ///< index of the node that comes first
    bool begins = false;                             ///< true for the first link of a yarn
    double first_cosine = 1.0, second_cosine = 1.0;  ///< of the angle to the neighbour there; 1 without one
  };
  /// Finds the yarns for the current gradients. All rows must have one or two nodes.
  void find(const RowSystem& rows);
  [[nodiscard]] std::span<const Link> links() const { return links_; }

  /// The coefficients of a link. A mass of zero marks an end that does not move.
  struct Part {
    double gradient_norm = 0.0;  ///< length of its gradient [1/m]
    double first_mass = 0.0, second_mass = 0.0;
    double tension = 0.0;  ///< [kg]
    double compliance = 0.0;
  };
  /// Factorises H u + Gᵀ x = 0, G u - S x = -b along each yarn, with x = 0 where `is_free` is 0. All spans are in the
  /// order of links().
  void factorise(std::span<const Part> parts, std::span<const std::uint8_t> is_free);
  void solve(std::span<const double> b, std::span<double> x);

 private:
  void find_neighbours(const RowSystem& rows);
  void follow(const RowSystem& rows, std::size_t row, std::size_t first);
  void divide();

  struct Neighbour {
    std::int32_t row = -1;  ///< -1 if there is none
    double cosine = 1.0;
  };
  std::vector<std::array<Neighbour, 2>> neighbours_;  ///< per row, at its two nodes
  std::vector<std::uint8_t> is_found_;
  std::vector<Link> links_;

  /// Entries of L and D⁻¹ for a link: its first node, its multiplier, and their coupling to the second node.
  struct Factor {
    double first = 0.0, multiplier = 0.0;  ///< D⁻¹
    double multiplier_by_first = 0.0;      ///< L
    double second_by_first = 0.0, second_by_multiplier = 0.0;
    double last = 0.0;  ///< D⁻¹ of the last node of a yarn; 0 elsewhere
  };
  std::vector<Factor> factors_;
  static constexpr std::size_t kInterleavedRanges = 4;
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  std::array<Range, kInterleavedRanges> ranges_;  ///< of links; each holds whole yarns
  std::size_t max_range_size_ = 0;
  std::vector<double> place_;
};

}  // namespace muslin
