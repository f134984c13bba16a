#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <muslin/filter/rigid_patches.hpp>
#include <span>
#include <utility>
#include <vector>

namespace muslin {

/// How a row takes hold of one of its nodes: the gradient of its value by the translation and by the rotation of that
/// node.
struct NodeGradient {
  std::int32_t node = -1;  ///< -1: none
  Vec3 translation = Vec3::Zero();
  Vec3 rotation = Vec3::Zero();  ///< zero for vertices
  /// The vector D whose length the row is about changes by coefficient · translation + rotation × weighted_arm.
  double coefficient = 0.0;
  Vec3 weighted_arm = Vec3::Zero();
};

/// G W Gᵀ for rows G that take hold of up to three nodes each, and W the mobility of the nodes: first the vertices,
/// then rigid patches. The order of elimination is found once, for all rows; those that are not active are there as a
/// one on the diagonal, and cost nothing where there are no others around. What was active before leaves no trace, so
/// that a run goes on with the same bits after it was stopped. On one thread.
class RowSystem {
 public:
  static constexpr std::size_t kNodesPerRow = 3;
  using NodeGradients = std::array<NodeGradient, kNodesPerRow>;

  /// `rows`: which nodes each has; the first `vertex_nodes` of `nodes` do not rotate.
  RowSystem(std::vector<NodeGradients> rows, std::size_t vertex_nodes, std::size_t nodes);
  ~RowSystem();
  RowSystem(RowSystem&&) noexcept;
  RowSystem& operator=(RowSystem&&) noexcept;

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  /// The rows that take hold of a node, and which gradient of theirs does.
  [[nodiscard]] std::span<const std::pair<std::uint32_t, std::uint8_t>> rows_at(std::size_t node) const {
    return at_node_[node];
  }
  /// To be filled in before factorise().
  [[nodiscard]] NodeGradients& row(std::size_t r) { return rows_[r]; }
  [[nodiscard]] const NodeGradients& row(std::size_t r) const { return rows_[r]; }
  [[nodiscard]] std::size_t vertex_nodes() const { return vertex_nodes_; }
  [[nodiscard]] std::size_t nodes() const { return mobility_.size(); }
  [[nodiscard]] Mobility& mobility(std::size_t node) { return mobility_[node]; }
  [[nodiscard]] const Mobility& mobility(std::size_t node) const { return mobility_[node]; }

  /// With so much more on the diagonal, in shares of it. False: the matrix has no finite factors.
  [[nodiscard]] bool factorise(std::span<const std::uint8_t> active, double shift);
  /// (G W Gᵀ) λ = b over the active rows; λ = 0 in the others, where b is not read.
  void solve(std::span<const double> b, std::span<double> lambda);

  /// Ways and turns of all nodes, one behind the other.
  struct Motion {
    std::vector<Vec3> translation, rotation;
    void assign_zero(std::size_t nodes) {
      translation.assign(nodes, Vec3::Zero());
      rotation.assign(nodes, Vec3::Zero());
    }
  };
  /// motion += W Gᵀ λ.
  void add_response(std::span<const double> lambda, Motion& motion) const;
  /// Row r of G motion.
  [[nodiscard]] double change(std::size_t r, const Motion& motion) const;

 private:
  struct Pattern;
  [[nodiscard]] std::unique_ptr<Pattern> make_pattern() const;

  std::vector<NodeGradients> rows_;
  std::vector<Mobility> mobility_;
  std::size_t vertex_nodes_;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint8_t>>> at_node_;  ///< rows, and which gradient of theirs
  std::vector<std::uint8_t> active_;
  std::size_t active_count_ = 0;
  std::unique_ptr<Pattern> pattern_;
};

}  // namespace muslin
