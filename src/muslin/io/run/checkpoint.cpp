#include <fmt/format.h>

#include <bit>
#include <muslin/core/assert.hpp>
#include <muslin/io/file/byte_order.hpp>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/checkpoint.hpp>
#include <string>
#include <string_view>

namespace muslin {
namespace {

constexpr std::string_view kMagic = "MUSLINCP";
constexpr std::uint32_t kVersion = 5;
constexpr std::size_t kHeaderSize = 104;
constexpr std::size_t kHashSize = 8;
constexpr std::size_t kVertexSize = 9 * sizeof(double);  // position, velocity, acceleration
constexpr std::size_t kHingeSize = 2 * sizeof(double);   // rest angle, plastic angle
constexpr std::size_t kScriptSize = sizeof(double);      // delay
constexpr std::size_t kLengthSize = sizeof(double);      // tension
constexpr std::size_t kTangleSize = sizeof(std::int32_t);
constexpr std::size_t kPrioritySize = sizeof(std::int32_t);
constexpr auto kOrder = std::endian::little;
constexpr const char* kStartAgain = "start the run again with --force";

std::uint64_t hash_of(std::string_view bytes) {
  ContentHash hash;
  hash.add(bytes);
  return hash.value();
}

void store_numbers(std::string& bytes, const std::vector<double>& numbers) {
  for (const double x : numbers) store(bytes, x, kOrder);
}
void store_vectors(std::string& bytes, const std::vector<Vec3>& vectors) {
  for (const Vec3& vector : vectors)
    for (const double x : vector) store(bytes, x, kOrder);
}

/// Takes numbers from a buffer that is known to be long enough.
class Numbers {
 public:
  explicit Numbers(const std::string& bytes) : place_(reinterpret_cast<const std::byte*>(bytes.data())) {}

  void skip(std::size_t bytes) { place_ += bytes; }
  template <class T>
  T next() {
    const T value = load<T>(place_, kOrder);
    place_ += sizeof(T);
    return value;
  }
  std::vector<Vec3> vectors(std::uint64_t count) {
    std::vector<Vec3> result(count);
    for (Vec3& vector : result)
      for (double& x : vector) x = next<double>();
    return result;
  }
  std::vector<double> numbers(std::uint64_t count) {
    std::vector<double> result(count);
    for (double& x : result) x = next<double>();
    return result;
  }

 private:
  const std::byte* place_;
};

/// Compares by division, because a damaged count may be so large that the product does not fit 64 bits.
bool sizes_fit(std::uint64_t payload, std::uint64_t vertices, std::uint64_t hinges, std::uint64_t scripts,
               std::uint64_t lengths, std::uint64_t tangles, std::uint64_t priorities) {
  const auto takes = [&](std::uint64_t count, std::size_t size) {
    if (count > payload / size) return false;
    payload -= count * size;
    return true;
  };
  return takes(vertices, kVertexSize) && takes(hinges, kHingeSize) && takes(scripts, kScriptSize) &&
         takes(lengths, kLengthSize) && takes(tangles, kTangleSize) && takes(priorities, kPrioritySize) && payload == 0;
}

}  // namespace

Status write_checkpoint(const std::filesystem::path& path, const State& state, std::uint64_t scene_hash) {
  MUSLIN_ASSERT(state.velocity.size() == state.position.size());
  MUSLIN_ASSERT(state.acceleration.size() == state.position.size());
  MUSLIN_ASSERT(state.hinges.plastic_angles.size() == state.hinges.rest_angles.size());
  std::string bytes(kMagic);
  bytes.reserve(kHeaderSize + state.position.size() * kVertexSize + state.hinges.rest_angles.size() * kHingeSize +
                state.script_delay.size() * kScriptSize + state.tension.size() * kLengthSize +
                state.tangle.size() * kTangleSize + state.min_priority.size() * kPrioritySize + kHashSize);
  store(bytes, kVersion, kOrder);
  store(bytes, std::uint32_t{0}, kOrder);
  store(bytes, scene_hash, kOrder);
  store(bytes, state.frame, kOrder);
  store(bytes, state.steps, kOrder);
  store(bytes, state.interval.length, kOrder);
  store(bytes, state.interval.successes, kOrder);
  store(bytes, std::uint64_t{state.position.size()}, kOrder);
  store(bytes, std::uint64_t{state.hinges.rest_angles.size()}, kOrder);
  store(bytes, std::uint64_t{state.script_delay.size()}, kOrder);
  store(bytes, std::uint64_t{state.tension.size()}, kOrder);
  store(bytes, std::uint64_t{state.tangle.size()}, kOrder);
  store(bytes, std::uint64_t{state.min_priority.size()}, kOrder);
  store_vectors(bytes, state.position);
  store_vectors(bytes, state.velocity);
  store_vectors(bytes, state.acceleration);
  store_numbers(bytes, state.hinges.rest_angles);
  store_numbers(bytes, state.hinges.plastic_angles);
  store_numbers(bytes, state.script_delay);
  store_numbers(bytes, state.tension);
  for (const std::int32_t label : state.tangle) store(bytes, label, kOrder);
  for (const std::int32_t priority : state.min_priority) store(bytes, priority, kOrder);
  store(bytes, hash_of(bytes), kOrder);
  return write_whole_file(path, bytes);
}

Result<State> read_checkpoint(const std::filesystem::path& path, std::uint64_t scene_hash) {
  const auto fault = [&](std::string what, std::string remedy) {
    return Error{Error::Kind::unreadable_file, path.string(), std::move(what), std::move(remedy)};
  };
  const auto bytes = read_whole_file(path);
  if (!bytes) return bytes.error();
  if (!bytes->starts_with(kMagic))
    return fault("this is not a Muslin checkpoint", "check the path, or start the run again with --force");
  if (bytes->size() < kHeaderSize + kHashSize) return fault("the checkpoint is cut off", kStartAgain);

  Numbers numbers(*bytes);
  numbers.skip(kMagic.size());
  if (const auto version = numbers.next<std::uint32_t>(); version != kVersion)
    return fault(fmt::format("version {} of the checkpoint format is not supported; this program reads version {}",
                             version, kVersion),
                 "resume with the version of Muslin that wrote it, or start again with --force");
  numbers.skip(sizeof(std::uint32_t));
  const auto written_scene = numbers.next<std::uint64_t>();
  State state;
  state.frame = numbers.next<std::int64_t>();
  state.steps = numbers.next<std::int64_t>();
  state.interval.length = numbers.next<std::int64_t>();
  state.interval.successes = numbers.next<std::int64_t>();
  const auto vertices = numbers.next<std::uint64_t>();
  const auto hinges = numbers.next<std::uint64_t>();
  const auto scripts = numbers.next<std::uint64_t>();
  const auto lengths = numbers.next<std::uint64_t>();
  const auto tangles = numbers.next<std::uint64_t>();
  const auto priorities = numbers.next<std::uint64_t>();
  if (!sizes_fit(bytes->size() - kHeaderSize - kHashSize, vertices, hinges, scripts, lengths, tangles, priorities))
    return fault(fmt::format("the checkpoint is cut off or damaged: {} bytes for {} vertices, {} hinges, {} scripts, "
                             "{} limited lengths, {} labels of tangles and {} priorities",
                             bytes->size(), vertices, hinges, scripts, lengths, tangles, priorities),
                 kStartAgain);
  state.position = numbers.vectors(vertices);
  state.velocity = numbers.vectors(vertices);
  state.acceleration = numbers.vectors(vertices);
  state.hinges.rest_angles = numbers.numbers(hinges);
  state.hinges.plastic_angles = numbers.numbers(hinges);
  state.script_delay = numbers.numbers(scripts);
  state.tension = numbers.numbers(lengths);
  state.tangle.resize(tangles);
  for (std::int32_t& label : state.tangle) label = numbers.next<std::int32_t>();
  state.min_priority.resize(priorities);
  for (std::int32_t& priority : state.min_priority) priority = numbers.next<std::int32_t>();
  if (numbers.next<std::uint64_t>() != hash_of(std::string_view(*bytes).substr(0, bytes->size() - kHashSize)))
    return fault("the checkpoint is damaged: its content does not match its hash", kStartAgain);
  if (written_scene != scene_hash)
    return fault("the checkpoint belongs to another scene",
                 "resume with the scene it was written for, or start again with --force");
  return state;
}

}  // namespace muslin
