#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <muslin/filter/rigid_patches.hpp>
#include <span>
#include <vector>

namespace muslin {

/// How a row takes hold of one of its nodes: the gradient of its value by the way and by the turn of that node.
struct RowHandle {
  std::int32_t node = -1;  ///< -1: none
  Vec3 way = Vec3::Zero();
  Vec3 turn = Vec3::Zero();  ///< zero for vertices
};

/// G W Gᵀ for rows G that take hold of up to three nodes each, and W the mobility of the nodes: first the vertices,
/// then rigid patches. Its pattern never changes, so the order of elimination is found once; a row that is not active
/// is there as a one on the diagonal. On one thread.
class RowSystem {
 public:
  static constexpr std::size_t kHandles = 3;
  using Handles = std::array<RowHandle, kHandles>;

  /// `rows`: which nodes each has; the first `vertex_nodes` of `nodes` do not turn.
  RowSystem(std::vector<Handles> rows, std::size_t vertex_nodes, std::size_t nodes);
  ~RowSystem();
  RowSystem(RowSystem&&) noexcept;
  RowSystem& operator=(RowSystem&&) noexcept;

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  /// To be filled in before factorise().
  [[nodiscard]] Handles& row(std::size_t r) { return rows_[r]; }
  [[nodiscard]] Mobility& mobility(std::size_t node) { return mobility_[node]; }
  [[nodiscard]] const Mobility& mobility(std::size_t node) const { return mobility_[node]; }

  /// False: the matrix is not finite.
  [[nodiscard]] bool factorise(std::span<const std::uint8_t> active);
  /// (G W Gᵀ) λ = b over the active rows; λ = 0 in the others, where b is not read.
  void solve(std::span<const double> b, std::span<double> lambda);

  /// Ways and turns of all nodes, one behind the other.
  struct Motion {
    std::vector<Vec3> way, turn;
    void assign_zero(std::size_t nodes) {
      way.assign(nodes, Vec3::Zero());
      turn.assign(nodes, Vec3::Zero());
    }
  };
  /// motion += W Gᵀ λ.
  void add_response(std::span<const double> lambda, Motion& motion) const;
  /// Row r of G motion.
  [[nodiscard]] double change(std::size_t r, const Motion& motion) const;

 private:
  struct Factor;
  struct Pair {  ///< two rows that share a node
    std::uint32_t first_row, second_row;
    std::uint8_t first_handle, second_handle;
    std::size_t slot;
  };
  std::vector<Handles> rows_;
  std::vector<Mobility> mobility_;
  std::size_t vertex_nodes_;
  std::vector<Pair> vertex_pairs_, patch_pairs_;
  std::vector<std::uint8_t> active_;
  std::unique_ptr<Factor> factor_;
};

}  // namespace muslin
