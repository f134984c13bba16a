#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/model/material.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// Plastic bending of a sheet. A hinge yields where its elastic curvature exceeds the yield curvature; the excess
/// becomes part of its rest angle.
struct Plasticity {
  double yield_curvature = std::numeric_limits<double>::infinity();  ///< [1/m]
  double hardening = 0.0;  ///< [1] growth of the yield curvature per plastic curvature
};

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<Plasticity>& options);

/// The part of bending that plasticity changes, which a checkpoint must store: one entry per hinge, sheet after sheet.
struct HingeState {
  std::vector<double> rest_angles;     ///< θ̄ [rad]
  std::vector<double> plastic_angles;  ///< sum of all |changes| of θ̄ [rad], which determines the hardening
};

/// The parts of a sheet whose stretch is limited.
enum class LimitedParts {
  threads,    ///< sides of triangles along warp or weft (yarns), so that the cloth may shear
  edges,      ///< all sides of triangles
  triangles,  ///< each triangle in its direction of largest stretch: for any mesh, and never stiff in bending
};

/// The rule that a limited length obeys.
enum class LengthRule {
  limit,  ///< it never exceeds the limit, and is free below
  keep,   ///< it keeps its rest length: all are corrected together when one exceeds the limit [Goldenthal07]
};

/// The largest stretch of a sheet under any load. With LengthRule::keep, choose the yarns (LimitedParts::threads) as
/// parts: on all edges of a mesh that rule would leave no freedom to bend.
struct StretchLimit {
  double limit = 0.01;                           ///< [1] largest stretch, less one
  LimitedParts parts = LimitedParts::triangles;  ///< parts whose stretch is limited; a cable always limits its segments
  LengthRule rule = LengthRule::limit;           ///< rule that they obey
  double compression = 0.0;  ///< [1] largest compression of an edge, relative to its rest length; 0 for no limit;
                             ///< qp_collide only
  double rate = 0.0;         ///< [1/s] largest change of the stretch of an edge per second, in either direction
                             ///< [Raghupathi06]; 0 for no limit; qp_collide only
  int max_iterations = 40;   ///< of the projection, per step
};

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<StretchLimit>& options);

/// Vertices of a sheet that keep their shape, for example where a button is sewn on.
struct Patch {
  std::vector<VertexId> vertices;  ///< vertices of the body; none is scripted or in another patch
  /// Number of vertices along a side, if the patch is a square of a grid with `vertices` row by row; 0 for any other
  /// set.
  int side = 0;
};

/// The methods that keep the shape of patches.
enum class PatchMethod {
  rigid,   ///< exact: six degrees of freedom each
  hybrid,  ///< blend of fast projection and shape matching [Liu11]; squares of a grid only
};

/// Length constraints that the hybrid method adds to each square [Liu11, Figures 6.1 to 6.3]: its sides, its diagonals,
/// lines between the middles of opposite sides, and lines between the quarter points of two of them.
struct ExtraLengths {
  bool diagonals = true;  ///< both diagonals
  bool sides = true;      ///< all four sides
  bool middles = false;   ///< two lines between the middles of opposite sides
  bool quarters = false;  ///< two lines between the quarter points of two opposite sides
  /// Returns whether both have the same lengths.
  friend bool operator==(const ExtraLengths&, const ExtraLengths&) = default;
};

/// The treatment of a patch for which projection and shape matching move in opposite directions [Liu11, §5.2.2.3]. The
/// values are the numbers of the conditions in that section.
enum class ConflictRule {
  drop = 1,                ///< omits shape matching
  drop_opposing_part = 2,  ///< omits the part of shape matching that opposes
};

/// The methods by which the hybrid finds the rotation of a patch.
enum class MatchingKind {
  spatial,  ///< in three dimensions, which is right for flat shapes too
  planar,   ///< in the plane of the patch, by principal components [Liu11, §5.2.2.2]
};

/// When the hybrid mixes fast projection with shape matching.
enum class HybridOrder {
  alternating,  ///< in each iteration of the projection, until both agree to the limit
  once,         ///< once, after the projection has converged; nothing restores the limits then [Liu11, Figure 5.3]
};

/// Options of PatchMethod::hybrid [Liu11].
struct HybridOptions {
  ExtraLengths extra;                               ///< length constraints of each square
  ConflictRule conflict_rule = ConflictRule::drop;  ///< used where projection and matching oppose each other
  MatchingKind matching = MatchingKind::spatial;    ///< method that finds the rotation of a patch
  HybridOrder order = HybridOrder::alternating;     ///< when matching is mixed in
  double projection_share = 0.5;                    ///< coeff_FP [1]; shape matching has the rest
  double step = 0.5;  ///< α [1]: share of the distance to the goal that one round of shape matching covers
  double snap_distance_share =
      0.01;  ///< [1] a patch snaps where its Σ|g - x|² is below the square of this share of its size
};

/// The patches of a sheet, and how they keep their shape.
struct Patches {
  PatchMethod method = PatchMethod::rigid;  ///< method for all patches of the sheet
  HybridOptions hybrid;                     ///< for PatchMethod::hybrid
  std::vector<Patch> list;                  ///< no vertex is in two of them
};

/// Returns the vertices of a square that are not on its outline.
[[nodiscard]] std::vector<VertexId> inner_vertices(const Patch& patch);

/// Returns the pairs of vertices of a square whose distance the hybrid keeps.
[[nodiscard]] std::vector<std::array<VertexId, 2>> extra_pairs(const Patch& patch, const ExtraLengths& extra);

/// Describe the options that scenes may set (core/option.hpp).
/// @{
void describe(Description<HybridOptions>& options);
void describe(Description<Patches>& options);
/// @}

/// A rigid object on a sheet, such as a button, and the vertices of the sheet beneath it. All of these vertices move as
/// one rigid body, with the masses of both.
struct EmbeddedObject {
  std::vector<VertexId> vertices;   ///< vertices of its own body
  std::vector<VertexId> footprint;  ///< vertices of the host
};

/// The host and the objects of a body of BodyKind::embedded.
struct Embedding {
  std::int32_t host = -1;               ///< index of the host body
  double mass = 5e-4;                   ///< mass of each object, spread evenly over its surface [kg]
  std::vector<EmbeddedObject> objects;  ///< connected parts of the body's mesh
};

/// Returns the connected parts of a mesh, in the order of their first vertices, with empty footprints.
[[nodiscard]] std::vector<EmbeddedObject> split_into_objects(const Mesh& mesh);

/// Returns the vertices of the host within `reach` [m] of an object. If reach is 0, it is 1.5 times the distance of the
/// nearest vertex.
[[nodiscard]] std::vector<VertexId> find_footprint(const EmbeddedObject& object, const Mesh& mesh, const Mesh& host,
                                                   double reach);

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<Embedding>& options);

/// The kinds of bodies. Cloth and shell consist of triangles, and cable of segments. An obstacle consists of either,
/// and is moved by a script or stands still. Embedded bodies are triangles fixed to a sheet, which carries them.
enum class BodyKind { cloth, shell, cable, obstacle, embedded };

/// The models of a sheet's resistance to stretch and shear.
enum class StretchModel {
  membrane,  ///< triangles in material space: reproduces the fabric's moduli on any mesh
  springs,   ///< structural, shear and bend springs [Choi02], which also provide the bending
};

/// The models of the bending resistance of a sheet of membrane triangles.
enum class BendingModel {
  quadratic,  ///< constant stiffness: fast, for a flat rest shape
  hinges,     ///< angles between triangles: for any rest shape and plasticity
};

/// One object of the scene, before it is added to the world. Vertex ids are local to the body.
struct Body {
  std::string name;                 ///< unique name of the body, used in messages and as the name of its files
  BodyKind kind = BodyKind::cloth;  ///< determines which of the members below apply
  Mesh mesh;      ///< start positions [m]; the rest shape is given by its material coordinates, or without them by the
                  ///< start
  Fabric fabric;  ///< material of a sheet; obstacles and embedded bodies use its thickness and friction
  CableMaterial cable;                                   ///< material of a cable
  StretchModel stretch_model = StretchModel::membrane;   ///< of a sheet
  BendingModel bending_model = BendingModel::quadratic;  ///< of a sheet with StretchModel::membrane
  Plasticity plasticity;                                 ///< for BendingModel::hinges
  Vec3 velocity = Vec3::Zero();                          ///< at the start [m/s]
  int layer = 0;  ///< of a sheet: of two sheets, the one with the higher number belongs outside; untangling uses it
  std::optional<StretchLimit> stretch_limit;  ///< of a sheet or cable; without a value there is no limit
  Patches patches;                            ///< rigid patches of a sheet
  Embedding embedding;                        ///< for BodyKind::embedded
};

/// Ties a point of one body to a point of another or of the same: `vertex` of body `from` to the weighted mean of up to
/// three vertices of body `to`.
struct Tie {
  std::int32_t from = 0;                           ///< index of the body
  VertexId vertex;                                 ///< vertex of body `from`
  std::int32_t to = 0;                             ///< index of the body of the anchor
  std::array<VertexId, 3> anchor;                  ///< invalid ids are unused
  std::array<double, 3> weight = {1.0, 0.0, 0.0};  ///< sum to 1
  double length = 0.0;                             ///< rest distance [m]
  double stiffness = 1000.0;                       ///< [N/m]
  double damping = 1e-3;                           ///< [s]
};

/// The loads that act on all bodies.
struct Loads {
  Vec3 gravity = Vec3(0.0, -9.81, 0.0);  ///< [m/s²]
  Vec3 wind = Vec3::Zero();              ///< velocity of the air [m/s]
  double gust_strength = 0.0;            ///< [1] amplitude of the gusts, relative to the wind speed
  double gust_period = 2.0;              ///< approximate period of the gusts [s]
  double gust_time = 0.0;         ///< time of the gusts at the start [s]; scenes that continue another one set it
  double air_density = 1.2;       ///< [kg/m³]; 0 disables drag
  double normal_drag = 1.0;       ///< [1] coefficient of the flow across a face
  double tangential_drag = 0.05;  ///< [1] coefficient of the flow along a face
  double damping = 0.0;           ///< [1/s] of all motion, proportional to mass
};

/// Describe the options that scenes may set (core/option.hpp).
/// @{
void describe(Description<Body>& options);
void describe(Description<Tie>& options);
void describe(Description<Loads>& options);
/// @}

/// The range of a body in the arrays over all vertices.
struct BodyRange {
  std::size_t first_vertex = 0;  ///< index of the first vertex of the body
  std::size_t vertex_count = 0;  ///< number of vertices of the body
};

}  // namespace muslin
