#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <muslin/io/file/byte_order.hpp>
#include <muslin/io/file/output_file.hpp>
#include <muslin/io/json/json_writer.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/glb_export.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/render/colour.hpp>
#include <muslin/version.hpp>
#include <string>
#include <vector>

namespace muslin {
namespace {

namespace fs = std::filesystem;
using Point = Eigen::Vector3f;

constexpr auto kGlbOrder = std::endian::little;
constexpr std::uint64_t kPointBytes = 3 * sizeof(float);
// Constants of the format.
constexpr int kFloat = 5126, kUnsignedInt = 5125, kArrayBuffer = 34962, kElementArrayBuffer = 34963;
constexpr int kTriangles = 4, kLines = 1;

/// Bounds of the points of an accessor, which the format asks for.
struct PointBounds {
  Point low = Point::Constant(std::numeric_limits<float>::max());
  Point high = Point::Constant(std::numeric_limits<float>::lowest());

  void include(const Point& x) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
};

struct GlbBody {
  RunBody about;
  Pc2Reader cache;
  std::vector<std::int32_t> indices;  ///< corners of the triangles, or ends of the segments
  bool has_lines = false;
  std::vector<Point> start;
  PointBounds start_bounds;
  std::vector<PointBounds> displacement_bounds;  ///< one per frame after the start; empty if the body does not move
  Colour colour;

  [[nodiscard]] bool moves() const { return !displacement_bounds.empty(); }
  [[nodiscard]] std::uint64_t frame_bytes() const { return kPointBytes * start.size(); }
};

std::vector<Point> in_floats(const std::vector<Vec3>& positions) {
  std::vector<Point> points;
  points.reserve(positions.size());
  for (const Vec3& x : positions) points.push_back(x.cast<float>());
  return points;
}

/// Reads what precedes the frames of a body, and measures these.
Result<GlbBody> read_glb_body(const fs::path& folder, const RunBody& about, std::int64_t frames, const Colour& colour) {
  const fs::path cache_file = folder / (about.name + ".pc2");
  auto mesh = read_mesh(folder / (about.name + ".obj"));
  if (!mesh) return mesh.error();
  auto cache = Pc2Reader::open(cache_file);
  if (!cache) return cache.error();
  if (cache->header().points != static_cast<std::int32_t>(mesh->positions.size()) || cache->header().samples < frames)
    return Error{Error::Kind::unreadable_file, cache_file.string(),
                 "does not have the vertices and frames that run.json counts",
                 "continue the run with --resume, which checks its files"};
  const auto first = cache->read_frame(0);
  if (!first) return first.error();
  GlbBody body{.about = about,
               .cache = std::move(*cache),
               .indices = {},
               .has_lines = mesh->triangles.empty(),
               .start = in_floats(*first),
               .start_bounds = {},
               .displacement_bounds = {},
               .colour = colour};
  for (const Triangle& triangle : mesh->triangles)
    for (const VertexId v : triangle) body.indices.push_back(v.value);
  if (body.has_lines)
    for (const Segment& segment : mesh->segments)
      for (const VertexId v : segment) body.indices.push_back(v.value);
  for (const Point& x : body.start) body.start_bounds.include(x);
  bool moves = false;
  for (std::int32_t k = 1; k < frames; ++k) {
    const auto positions = body.cache.read_frame(k);
    if (!positions) return positions.error();
    const std::vector<Point> points = in_floats(*positions);
    PointBounds& bounds = body.displacement_bounds.emplace_back();
    for (std::size_t i = 0; i < points.size(); ++i) bounds.include(points[i] - body.start[i]);
    moves = moves || points != body.start;
  }
  if (!moves) body.displacement_bounds.clear();
  return body;
}

/// Writes the JSON of the file while it assigns the bytes of the buffer, in the order in which they are written.
class GlbDocument {
 public:
  GlbDocument(const RunRecord& record, std::span<const GlbBody> bodies, std::int64_t frames)
      : record_(record), bodies_(bodies), frames_(frames) {
    for (const GlbBody& body : bodies_) add(body);
    const bool is_animated =
        std::any_of(bodies.begin(), bodies.end(), [](const GlbBody& body) { return body.moves(); });
    if (is_animated) add_times();
    write();
  }

  [[nodiscard]] std::string take_text() { return json_.take(); }
  [[nodiscard]] std::uint64_t buffer_bytes() const { return buffer_bytes_; }

 private:
  struct View {
    std::uint64_t offset, length;
    int target;  ///< 0: none
    bool has_stride;
  };
  struct Accessor {
    int view;  ///< -1: zeros, but for the sparse entries
    std::uint64_t offset, count;
    int component;
    const char* type;
    std::vector<float> low, high;  ///< bounds, which only positions and times need
  };
  struct Mesh {
    int indices, positions, first_target;
  };

  int add_view(std::uint64_t length, int target, bool has_stride) {
    views_.push_back({buffer_bytes_, length, target, has_stride});
    buffer_bytes_ += length;
    return static_cast<int>(views_.size()) - 1;
  }
  int add_accessor(Accessor accessor) {
    accessors_.push_back(std::move(accessor));
    return static_cast<int>(accessors_.size()) - 1;
  }
  int add_points(int view, std::uint64_t offset, const GlbBody& body, const PointBounds& bounds) {
    return add_accessor({view,
                         offset,
                         body.start.size(),
                         kFloat,
                         "VEC3",
                         {bounds.low.begin(), bounds.low.end()},
                         {bounds.high.begin(), bounds.high.end()}});
  }

  void add(const GlbBody& body) {
    Mesh mesh{};
    const int corners = add_view(4 * body.indices.size(), kElementArrayBuffer, false);
    mesh.indices = add_accessor({corners, 0, body.indices.size(), kUnsignedInt, "SCALAR", {}, {}});
    const std::uint64_t frames = 1 + body.displacement_bounds.size();
    const int points = add_view(frames * body.frame_bytes(), kArrayBuffer, true);
    mesh.positions = add_points(points, 0, body, body.start_bounds);
    mesh.first_target = mesh.positions + 1;
    for (std::size_t k = 0; k < body.displacement_bounds.size(); ++k)
      add_points(points, (k + 1) * body.frame_bytes(), body, body.displacement_bounds[k]);
    meshes_.push_back(mesh);
  }

  /// The animation is the same for all bodies: in frame k, target k - 1 has the weight 1 and all others 0.
  void add_times() {
    const std::uint64_t count = static_cast<std::uint64_t>(frames_);
    const int view = add_view(4 * count, 0, false);
    const auto last = static_cast<float>(static_cast<double>(frames_ - 1) / record_.frame_rate);
    times_ = add_accessor({view, 0, count, kFloat, "SCALAR", {0.0F}, {last}});
    weights_ = add_accessor({-1, 0, count * (count - 1), kFloat, "SCALAR", {}, {}});
    sparse_indices_ = add_view(4 * (count - 1), 0, false);
    sparse_values_ = add_view(4 * (count - 1), 0, false);
  }

  void write() {
    json_.begin_object();
    json_.key("asset");
    json_.begin_object();
    json_.member("version", "2.0");
    json_.member("generator", fmt::format("Muslin {}", MUSLIN_VERSION));
    json_.end_object();
    json_.member("scene", 0);
    write_nodes();
    write_meshes();
    if (times_ >= 0) write_animation();
    write_accessors();
    write_views();
    json_.end_object();
  }

  template <class Item>
  void list(const char* name, std::size_t count, Item&& item) {
    json_.key(name);
    json_.begin_list();
    for (std::size_t i = 0; i < count; ++i) {
      json_.begin_object();
      item(i);
      json_.end_object();
    }
    json_.end_list();
  }

  /// The format has y upwards; a run with z upwards is turned by a quarter about x.
  void write_nodes() {
    const std::size_t count = bodies_.size();
    list("scenes", 1, [&](std::size_t) {
      json_.key("nodes");
      json_.begin_list();
      json_.value(static_cast<std::uint64_t>(count));
      json_.end_list();
    });
    list("nodes", count + 1, [&](std::size_t i) {
      if (i < count) {
        json_.member("name", bodies_[i].about.name);
        json_.member("mesh", static_cast<std::uint64_t>(i));
        return;
      }
      json_.member("name", "run");
      if (record_.up == Axis::z) numbers("rotation", std::array{-std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)});
      json_.key("children");
      json_.begin_list();
      for (std::size_t b = 0; b < count; ++b) json_.value(static_cast<std::uint64_t>(b));
      json_.end_list();
    });
  }

  void write_meshes() {
    list("materials", bodies_.size(), [&](std::size_t b) {
      json_.key("pbrMetallicRoughness");
      json_.begin_object();
      const Colour& colour = bodies_[b].colour;
      numbers("baseColorFactor", std::array{colour.x(), colour.y(), colour.z(), 1.0F});
      json_.member("metallicFactor", 0);
      json_.member("roughnessFactor", 0.9);
      json_.end_object();
      json_.member("doubleSided", true);
    });
    list("meshes", bodies_.size(), [&](std::size_t b) {
      const Mesh& mesh = meshes_[b];
      json_.member("name", bodies_[b].about.name);
      list("primitives", 1, [&](std::size_t) {
        json_.key("attributes");
        json_.begin_object();
        json_.member("POSITION", mesh.positions);
        json_.end_object();
        json_.member("indices", mesh.indices);
        json_.member("material", static_cast<std::uint64_t>(b));
        json_.member("mode", bodies_[b].has_lines ? kLines : kTriangles);
        if (bodies_[b].moves())
          list("targets", bodies_[b].displacement_bounds.size(),
               [&](std::size_t k) { json_.member("POSITION", mesh.first_target + static_cast<int>(k)); });
      });
    });
  }

  void write_animation() {
    list("animations", 1, [&](std::size_t) {
      json_.member("name", "run");
      list("samplers", 1, [&](std::size_t) {
        json_.member("input", times_);
        json_.member("output", weights_);
        json_.member("interpolation", "LINEAR");
      });
      json_.key("channels");
      json_.begin_list();
      for (std::size_t b = 0; b < bodies_.size(); ++b) {
        if (!bodies_[b].moves()) continue;
        json_.begin_object();
        json_.member("sampler", 0);
        json_.key("target");
        json_.begin_object();
        json_.member("node", static_cast<std::uint64_t>(b));
        json_.member("path", "weights");
        json_.end_object();
        json_.end_object();
      }
      json_.end_list();
    });
  }

  void write_accessors() {
    list("accessors", accessors_.size(), [&](std::size_t i) {
      const Accessor& accessor = accessors_[i];
      if (accessor.view >= 0) {
        json_.member("bufferView", accessor.view);
        json_.member("byteOffset", accessor.offset);
      }
      json_.member("componentType", accessor.component);
      json_.member("count", accessor.count);
      json_.member("type", accessor.type);
      if (!accessor.low.empty()) {
        numbers("min", accessor.low);
        numbers("max", accessor.high);
      }
      if (static_cast<int>(i) != weights_) return;
      json_.key("sparse");
      json_.begin_object();
      json_.member("count", frames_ - 1);
      json_.key("indices");
      json_.begin_object();
      json_.member("bufferView", sparse_indices_);
      json_.member("componentType", kUnsignedInt);
      json_.end_object();
      json_.key("values");
      json_.begin_object();
      json_.member("bufferView", sparse_values_);
      json_.end_object();
      json_.end_object();
    });
  }

  void write_views() {
    list("bufferViews", views_.size(), [&](std::size_t i) {
      const View& view = views_[i];
      json_.member("buffer", 0);
      json_.member("byteOffset", view.offset);
      json_.member("byteLength", view.length);
      if (view.has_stride) json_.member("byteStride", static_cast<std::uint64_t>(kPointBytes));
      if (view.target != 0) json_.member("target", view.target);
    });
    list("buffers", 1, [&](std::size_t) { json_.member("byteLength", buffer_bytes_); });
  }

  template <class Numbers>
  void numbers(const char* name, const Numbers& values) {
    json_.key(name);
    json_.begin_list();
    for (const auto value : values) json_.value(static_cast<double>(value));
    json_.end_list();
  }

  const RunRecord& record_;
  std::span<const GlbBody> bodies_;
  std::int64_t frames_;
  std::vector<View> views_;
  std::vector<Accessor> accessors_;
  std::vector<Mesh> meshes_;
  int times_ = -1, weights_ = -1, sparse_indices_ = -1, sparse_values_ = -1;
  std::uint64_t buffer_bytes_ = 0;
  JsonWriter json_{JsonWriter::Style{}};
};

void store_point(std::string& bytes, const Point& x) {
  for (const float coordinate : x) store(bytes, coordinate, kGlbOrder);
}

/// Writes the buffer, in the order in which GlbDocument has assigned its bytes.
Status write_buffer(OutputFile& file, std::span<const GlbBody> bodies, std::int64_t frames, double frame_rate) {
  std::string bytes;
  const auto flush = [&] {
    file.write(bytes);
    bytes.clear();
  };
  bool is_animated = false;
  for (const GlbBody& body : bodies) {
    for (const std::int32_t index : body.indices) store(bytes, index, kGlbOrder);
    for (const Point& x : body.start) store_point(bytes, x);
    flush();
    if (!body.moves()) continue;
    is_animated = true;
    for (std::int32_t k = 1; k < frames; ++k) {
      const auto positions = body.cache.read_frame(k);
      if (!positions) return positions.error();
      const std::vector<Point> points = in_floats(*positions);
      for (std::size_t i = 0; i < points.size(); ++i) store_point(bytes, points[i] - body.start[i]);
      flush();
    }
  }
  if (!is_animated) return Done{};
  for (std::int64_t k = 0; k < frames; ++k)
    store(bytes, static_cast<float>(static_cast<double>(k) / frame_rate), kGlbOrder);
  for (std::int64_t k = 1; k < frames; ++k)  // the weight of target k - 1 in frame k
    store(bytes, static_cast<std::uint32_t>(k * (frames - 1) + k - 1), kGlbOrder);
  for (std::int64_t k = 1; k < frames; ++k) store(bytes, 1.0F, kGlbOrder);
  flush();
  return Done{};
}

}  // namespace

Result<GlbExport> write_glb(const fs::path& folder, const fs::path& path) {
  const auto record = read_run_record(folder / kRecordName);
  if (!record) return record.error();
  const std::int64_t frames = record->frames_done() + 1;
  std::vector<GlbBody> bodies;
  std::size_t sheets = 0, obstacles = 0;
  for (const RunBody& about : record->bodies) {
    const Colour colour = about.kind == BodyKind::obstacle ? obstacle_colour(obstacles++) : body_colour(sheets++);
    auto body = read_glb_body(folder, about, frames, colour);
    if (!body) return body.error();
    bodies.push_back(std::move(*body));
  }
  GlbDocument document(*record, bodies, frames);
  std::string json = document.take_text();
  json.resize((json.size() + 3) / 4 * 4, ' ');
  // Header, and the header of each of the two chunks; the buffer is a multiple of 4 bytes by itself.
  const std::uint64_t total = 12 + 8 + json.size() + 8 + document.buffer_bytes();
  const auto squared = static_cast<std::uint64_t>(frames) * static_cast<std::uint64_t>(frames);
  if (total > std::numeric_limits<std::uint32_t>::max() || squared > std::numeric_limits<std::uint32_t>::max())
    return Error{Error::Kind::invalid_request, folder.string(),
                 fmt::format("takes {:.1f} GB as glTF, whose files hold 4 GB", 1e-9 * static_cast<double>(total)),
                 "the .pc2 files of the run have no such limit"};

  auto file = OutputFile::create(path);
  if (!file) return file.error();
  std::string head = "glTF";
  const auto store_size = [&](std::uint64_t size) { store(head, static_cast<std::uint32_t>(size), kGlbOrder); };
  store_size(2);
  store_size(total);
  store_size(json.size());
  file->write(head + "JSON" + json);
  head.clear();
  store_size(document.buffer_bytes());
  file->write(head + std::string("BIN\0", 4));
  if (Status status = write_buffer(*file, bodies, frames, record->frame_rate); !status) return status.error();
  if (Status status = file->commit(); !status) return status.error();
  GlbExport made{.bytes = total, .frames = frames};
  for (const GlbBody& body : bodies) ++(body.moves() ? made.morphed : made.stationary);
  return made;
}

}  // namespace muslin
