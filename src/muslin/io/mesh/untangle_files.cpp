#include <muslin/core/stopwatch.hpp>
#include <muslin/io/mesh/untangle_files.hpp>
#include <muslin/io/mesh/untangle_input.hpp>
#include <muslin/io/mesh/untangle_output.hpp>
#include <utility>

namespace muslin {
namespace {

/// Returns the positions of all vertices of each file, with those of the untangled meshes put in.
std::vector<std::vector<Vec3>> moved_positions(const UntangleFrame& frame, const UntangledMeshes& untangled) {
  std::vector<std::vector<Vec3>> positions = frame.positions;
  for (std::size_t m = 0; m < frame.meshes.size(); ++m) {
    const std::vector<VertexId>& vertices = frame.mesh_vertices[m];
    for (std::size_t i = 0; i < vertices.size(); ++i)
      positions[frame.mesh_file[m]][vertices[i].index()] = untangled.meshes[m].positions[i];
  }
  return positions;
}

UntangledFrame describe_frame(const UntangleFrame& frame, UntangledMeshes untangled) {
  UntangledFrame result;
  for (std::size_t m = 0; m < frame.meshes.size(); ++m) {
    if (frame.meshes[m].is_obstacle) continue;
    const UntangledMesh& mesh = untangled.meshes[m];
    result.bodies.push_back({.name = frame.meshes[m].name,
                             .vertices = mesh.positions.size(),
                             .pairs_before = mesh.pairs_before,
                             .pairs_after = mesh.pairs_after,
                             .moved_vertices = mesh.moved_vertices,
                             .max_displacement = mesh.max_displacement});
  }
  result.pairs_before = untangled.pairs_before;
  result.pairs_after = untangled.pairs_after;
  result.left = std::move(untangled.left);
  return result;
}

}  // namespace

Result<UntangleSummary> untangle_files(const UntangleRequest& request,
                                       const std::function<bool(const UntangledFrame&)>& on_frame) {
  const auto input = UntangleInput::open(request.paths, request.obstacles);
  if (!input) return input.error();
  auto output = UntangleOutput::plan(request.output, request.replace, *input);
  if (!output) return output.error();
  UntangleMeshesOptions options{.thickness = request.thickness, .max_listed = request.max_listed};
  UntangleSummary summary{.moves = input->moves(), .warnings = input->warnings(), .frames = {}};
  for (std::size_t k = 0; k < input->size(); ++k) {
    const Stopwatch watch;
    const auto frame = input->load(k);
    if (!frame) return frame.error();
    if (!options.thickness) options.thickness = default_thickness(frame->meshes);  // the same for all frames
    auto untangled = untangle_meshes(frame->meshes, options);
    if (!untangled) return untangled.error();
    // Meshes that cannot be untangled are an error before anything is written.
    if (k == 0)
      if (const Status status = output->begin(); !status) return status.error();
    if (const Status status = output->write(k, frame->positions, moved_positions(*frame, *untangled)); !status)
      return status.error();
    UntangledFrame done = describe_frame(*frame, std::move(*untangled));
    done.frame = input->label(k);
    done.done = k + 1;
    done.planned = input->size();
    done.seconds = watch.seconds();
    summary.frames.push_back(std::move(done));
    if (!on_frame || on_frame(summary.frames.back())) continue;
    summary.interrupted = k + 1 < input->size();
    break;
  }
  if (const Status status = output->finish(); !status) return status.error();
  return summary;
}

}  // namespace muslin
