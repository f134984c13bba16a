#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/glb_export.hpp>
#include <muslin/io/runner/run_scene.hpp>
#include <nlohmann/json.hpp>
#include <tests/support/program.hpp>

namespace muslin::glb_export_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// A sheet that falls beside a rope, above a floor that stands still; z is up.
constexpr const char* kScene = R"({
  "version": 1, "up": "z", "time": { "frames": 3, "frame_rate": 10, "step": 0.02 },
  "bodies": [
    { "name": "sheet", "cloth": { "grid": [3, 2], "size": [1, 1] } },
    { "name": "rope", "cable": { "cable": { "from": [3, 0, 0], "to": [4, 0, 0], "segments": 4 } } },
    { "name": "floor", "obstacle": { "grid": [2, 2], "size": [9, 9] }, "place": { "translate": [0, 0, -3] } } ]
})";

template <class T>
T number_at(const std::string& bytes, std::size_t place) {
  T value;
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

/// A binary glTF file, taken apart without the code that wrote it.
struct Glb {
  explicit Glb(const fs::path& path) {
    const std::string bytes = *read_whole_file(path);
    EXPECT_EQ(bytes.substr(0, 4), "glTF");
    EXPECT_EQ(number_at<std::uint32_t>(bytes, 4), 2U);
    EXPECT_EQ(number_at<std::uint32_t>(bytes, 8), bytes.size());
    const auto json_size = number_at<std::uint32_t>(bytes, 12);
    EXPECT_EQ(json_size % 4, 0U);
    EXPECT_EQ(bytes.substr(16, 4), "JSON");
    json = Json::parse(bytes.substr(20, json_size));
    EXPECT_EQ(number_at<std::uint32_t>(bytes, 20 + json_size), bytes.size() - 28 - json_size);
    EXPECT_EQ(bytes.substr(24 + json_size, 4), std::string("BIN\0", 4));
    buffer = bytes.substr(28 + json_size);
  }

  [[nodiscard]] std::vector<float> floats(const Json& accessor) const {
    EXPECT_EQ(accessor.at("componentType"), 5126);
    const Json& view = json["bufferViews"].at(accessor.at("bufferView").get<std::size_t>());
    const std::size_t count = accessor.at("count").get<std::size_t>() * (accessor.at("type") == "VEC3" ? 3 : 1);
    const std::size_t first = view.at("byteOffset").get<std::size_t>() + accessor.at("byteOffset").get<std::size_t>();
    EXPECT_LE(accessor.at("byteOffset").get<std::size_t>() + 4 * count, view.at("byteLength").get<std::size_t>());
    EXPECT_LE(view.at("byteOffset").get<std::size_t>() + view.at("byteLength").get<std::size_t>(), buffer.size());
    EXPECT_EQ(first % 4, 0U);
    std::vector<float> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(number_at<float>(buffer, first + 4 * i));
    return values;
  }
  [[nodiscard]] const Json& accessor(const Json& index) const { return json["accessors"].at(index.get<std::size_t>()); }

  Json json;
  std::string buffer;
};

class GlbExportTest : public testing::Test {
 protected:
  void SetUp() override {
    RunObserver observer;
    const auto result =
        run_scene({.scene = folder_.write("scene.json", kScene).string(), .folder = folder_ / "a.run", .overrides = {}},
                  observer);
    ASSERT_TRUE(result) << result.error().message();
  }
  test::TemporaryFolder folder_;
};

TEST_F(GlbExportTest, HasThePositionsOfEachFrame) {
  const auto made = write_glb(folder_ / "a.run", folder_ / "a.glb");
  ASSERT_TRUE(made) << made.error().message();
  EXPECT_EQ(made->frames, 4);
  EXPECT_EQ(made->morphed, 2U);
  EXPECT_EQ(made->stationary, 1U);
  EXPECT_EQ(made->bytes, fs::file_size(folder_ / "a.glb"));
  const Glb glb(folder_ / "a.glb");
  EXPECT_EQ(glb.json["asset"]["version"], "2.0");
  EXPECT_EQ(glb.json["buffers"][0]["byteLength"], glb.buffer.size());
  ASSERT_EQ(glb.json["meshes"].size(), 3U);
  for (const Json& mesh : glb.json["meshes"]) {
    const std::string name = mesh.at("name");
    const Json& primitive = mesh.at("primitives").at(0);
    const auto cache = Pc2Reader::open(folder_ / "a.run" / (name + ".pc2"));
    ASSERT_TRUE(cache);
    const Json& positions = glb.accessor(primitive.at("attributes").at("POSITION"));
    const std::vector<float> start = glb.floats(positions);
    EXPECT_EQ(primitive.at("mode"), name == "rope" ? 1 : 4);
    const Json& indices = glb.accessor(primitive.at("indices"));
    EXPECT_EQ(indices.at("count"), name == "rope" ? 8 : name == "floor" ? 6 : 12);
    const bool moves = name != "floor";
    EXPECT_EQ(primitive.contains("targets"), moves);
    for (std::int32_t k = 0; k < (moves ? 4 : 1); ++k) {
      const Json& accessor =
          k == 0 ? positions : glb.accessor(primitive["targets"].at(static_cast<std::size_t>(k - 1)).at("POSITION"));
      const std::vector<float> values = glb.floats(accessor);
      const auto expected = *cache->read_frame(k);
      ASSERT_EQ(values.size(), 3 * expected.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto axis = static_cast<Eigen::Index>(i % 3);
        EXPECT_NEAR((k == 0 ? 0.0F : start[i]) + values[i], expected[i / 3][axis], 1e-6)
            << name << ' ' << k << ' ' << i;
        EXPECT_GE(values[i], accessor["min"][i % 3].get<float>());
        EXPECT_LE(values[i], accessor["max"][i % 3].get<float>());
      }
      for (std::size_t axis = 0; axis < 3; ++axis) {  // the bounds are reached
        float low = values[axis], high = low;
        for (std::size_t i = axis; i < values.size(); i += 3)
          low = std::min(low, values[i]), high = std::max(high, values[i]);
        EXPECT_EQ(low, accessor["min"][axis].get<float>());
        EXPECT_EQ(high, accessor["max"][axis].get<float>());
      }
    }
  }
}

TEST_F(GlbExportTest, TurnsOneTargetOnAfterTheOther) {
  ASSERT_TRUE(write_glb(folder_ / "a.run", folder_ / "a.glb"));
  const Glb glb(folder_ / "a.glb");
  const Json& animation = glb.json["animations"].at(0);
  EXPECT_EQ(animation["channels"].size(), 2U);
  const std::vector<float> times = glb.floats(glb.accessor(animation["samplers"][0]["input"]));
  EXPECT_EQ(times, (std::vector<float>{0.0F, 0.1F, 0.2F, 0.3F}));
  const Json& weights = glb.accessor(animation["samplers"][0]["output"]);
  EXPECT_EQ(weights["count"], 4 * 3);
  const Json& sparse = weights["sparse"];
  ASSERT_EQ(sparse["count"], 3);
  const Json& indices = glb.json["bufferViews"].at(sparse["indices"]["bufferView"].get<std::size_t>());
  const Json& values = glb.json["bufferViews"].at(sparse["values"]["bufferView"].get<std::size_t>());
  for (std::uint32_t k = 1; k < 4; ++k) {  // of frame k, target k - 1
    EXPECT_EQ(number_at<std::uint32_t>(glb.buffer, indices["byteOffset"].get<std::size_t>() + 4 * (k - 1)),
              3 * k + k - 1);
    EXPECT_EQ(number_at<float>(glb.buffer, values["byteOffset"].get<std::size_t>() + 4 * (k - 1)), 1.0F);
  }
  // z becomes y: a quarter turn about x, from which (0, 0, 1) comes out as (0, 1, 0).
  const Json& root = glb.json["nodes"].at(glb.json["scenes"][0]["nodes"][0].get<std::size_t>());
  EXPECT_NEAR(root["rotation"][0].get<double>(), -0.70710678, 1e-8);
  EXPECT_NEAR(root["rotation"][3].get<double>(), 0.70710678, 1e-8);
  EXPECT_EQ(root["children"].size(), 3U);
}

TEST_F(GlbExportTest, AFolderThatIsNotWholeIsRefused) {
  fs::resize_file(folder_ / "a.run/rope.pc2", 100);
  const auto made = write_glb(folder_ / "a.run", folder_ / "a.glb");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message().find("rope.pc2"), std::string::npos) << made.error().message();
  EXPECT_FALSE(fs::exists(folder_ / "a.glb"));
  EXPECT_FALSE(write_glb(folder_ / "none.run", folder_ / "a.glb"));
}

}  // namespace
}  // namespace muslin::glb_export_test
