#include <gtest/gtest.h>

#include <cmath>
#include <muslin/io/file/byte_order.hpp>
#include <muslin/io/file/text_scanner.hpp>
#include <muslin/io/mesh/ply.hpp>
#include <tests/support/read_result.hpp>

namespace muslin::ply_test {
namespace {

Triangle tri(int a, int b, int c) { return {VertexId(a), VertexId(b), VertexId(c)}; }

Result<Mesh> read(std::string_view content, const MeshReadOptions& options = {}) {
  TextScanner file(content, "mesh.ply");
  return read_ply(file, options);
}

Mesh read_good(std::string_view content, const MeshReadOptions& options = {}) {
  return test::good(read(content, options));
}
std::string fault(std::string_view content, const MeshReadOptions& options = {}) {
  SCOPED_TRACE(content);
  return test::fault(read(content, options));
}

constexpr std::string_view kTriangle =
    "ply\nformat ascii 1.0\ncomment a triangle\nelement vertex 3\nproperty float x\nproperty float y\n"
    "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";  // 10 lines

std::string triangle(std::string_view data) { return std::string(kTriangle) + std::string(data); }

TEST(Ply, ReadsText) {
  const Mesh mesh = read_good(triangle("0 0 0\n\n1 0 0\r\n  0 1 0.5\n3 2 0 1\n\n"));
  EXPECT_EQ(mesh.positions, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}}));
  EXPECT_EQ(mesh.triangles, (std::vector{tri(2, 0, 1)}));
}

TEST(Ply, FindsWhatItNeedsAmongOtherElementsAndPropertiesInAnyOrder) {
  const Mesh mesh = read_good(
      "ply\nformat ascii 1.0\nobj_info x\nelement face 1\nproperty uchar red\nproperty list uchar uint vertex_index\n"
      "property list int float weights\nelement camera 2\nproperty float f\nproperty list uchar short list\n"
      "element nothing 4000000000\nelement edge 2\nproperty int vertex2\nproperty int vertex1\n"
      "element vertex 4\nproperty double z\nproperty list uchar int bones\nproperty short y\nproperty uchar x\n"
      "end_header\n"
      "255 4 0 1 2 3 2 0.5 0.5\n1.5 0\n2.5 3 1 2 3\n1 0\n2 3\n"
      "0 0 0 0\n0 2 7 8 0 1\n0 0 2 2\n0 1 9 1 0\n");
  EXPECT_EQ(mesh.positions, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {2, 2, 0}, {0, 1, 0}}));
  EXPECT_EQ(mesh.triangles, (std::vector{tri(0, 1, 3), tri(1, 2, 3)}));
  EXPECT_EQ(mesh.segments, (std::vector<Segment>{{VertexId(0), VertexId(1)}, {VertexId(3), VertexId(2)}}));
}

TEST(Ply, TakesTextureCoordinatesOfVerticesAsMaterial) {
  for (const auto& [u, v] : {std::pair("s", "t"), std::pair("u", "v"), std::pair("texture_u", "texture_v")}) {
    const Mesh mesh = read_good("ply\nformat ascii 1.0\nelement vertex 3\nproperty float " + std::string(v) +
                                "\nproperty float x\nproperty float y\nproperty float z\nproperty float " + u +
                                "\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
                                "9 0 0 0 1\n8 1 0 0 2\n7 0 1 0 3\n3 0 1 2\n");
    EXPECT_EQ(mesh.material, (std::vector<Vec2>{{1, 9}, {2, 8}, {3, 7}})) << u;
    EXPECT_EQ(mesh.material_corners, (std::vector<std::array<std::int32_t, 3>>{{0, 1, 2}}));
  }
}

TEST(Ply, TakesTextureCoordinatesOfFacesBeforeThoseOfVertices) {
  const std::string header =
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "property float s\nproperty float t\nelement face 2\nproperty list uchar float texcoord\n"
      "property list uchar int vertex_indices\nend_header\n0 0 0 1 1\n1 0 0 2 2\n0 1 0 3 3\n";
  const Mesh mesh = read_good(header + "6 .1 .2 .3 .4 .5 .6 3 0 1 2\n0 3 2 1 0\n");
  EXPECT_EQ(mesh.material, (std::vector<Vec2>{{.1, .2}, {.3, .4}, {.5, .6}}));
  EXPECT_EQ(mesh.material_corners, (std::vector<std::array<std::int32_t, 3>>{{0, 1, 2}, {-1, -1, -1}}));
  EXPECT_EQ(fault(header + "6 .1 .2 .3 .4 .5 .6 3 0 1 2\n4 1 2 3 4 3 2 1 0\n"),
            "mesh.ply:17: face 1: 4 texture coordinates for 3 corners; give two per corner, or none");
}

/// A triangle and an edge in binary, with a type of every size, a list to skip, and bytes behind the end.
std::string binary(std::endian order) {
  std::string file = std::string("ply\nformat binary_") + (order == std::endian::big ? "big" : "little") +
                     "_endian 1.0\nelement vertex 3\nproperty double x\nproperty short y\nproperty float z\n"
                     "property list ushort uint skipped\nelement face 1\nproperty list int uchar vertex_indices\n"
                     "element edge 1\nproperty uint vertex1\nproperty char vertex2\nend_header\n";
  for (int i = 0; i < 3; ++i) {
    store(file, 0.1 * i, order);
    store(file, static_cast<std::int16_t>(-300 * i), order);
    store(file, static_cast<float>(i), order);
    store(file, static_cast<std::uint16_t>(i), order);
    for (int k = 0; k < i; ++k) store(file, std::uint32_t{0x0a0d0a0d}, order);
  }
  store(file, std::int32_t{3}, order);
  for (const int corner : {2, 1, 0}) store(file, static_cast<std::uint8_t>(corner), order);
  store(file, std::uint32_t{1}, order);
  store(file, std::int8_t{2}, order);
  return file;
}

TEST(Ply, ReadsBinaryOfBothByteOrders) {
  for (const auto order : {std::endian::little, std::endian::big}) {
    const Mesh mesh = read_good(binary(order) + "\n\0padding");
    EXPECT_EQ(mesh.positions, (std::vector<Vec3>{{0, 0, 0}, {0.1, -300, 1}, {0.2, -600, 2}}));
    EXPECT_EQ(mesh.triangles, (std::vector{tri(2, 1, 0)}));
    EXPECT_EQ(mesh.segments, (std::vector<Segment>{{VertexId(1), VertexId(2)}}));
  }
}

TEST(Ply, EveryCutOffBinaryFileIsAnErrorWithALine) {
  const std::string whole = binary(std::endian::little);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(fault(whole.substr(0, size)).substr(0, 9), "mesh.ply:") << size;
  EXPECT_EQ(fault(whole.substr(0, whole.size() - 1)),
            "mesh.ply:10: edge 0 (at byte " + std::to_string(whole.size() - 5) +
                "): the file ends in the middle of the data; the file is cut off, or its header is wrong; "
                "export it again");
}

TEST(Ply, EveryCutOffTextIsAnErrorWithALine) {
  const std::string whole = triangle("0 0 0\n1 0 0\n0 1 0\n3 2 0 1");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(fault(whole.substr(0, size)).substr(0, 9), "mesh.ply:") << size;
  EXPECT_EQ(fault(triangle("0 0 0\n1 0")).substr(0, 56), "mesh.ply:12: vertex 1: the file ends before the value of");
}

TEST(Ply, RefusesBrokenDataWithItsLine) {
  const std::string points = "0 0 0\n1 0 0\n0 1 0\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"0 0 0\n1 0\n0 1 0\n",
       "mesh.ply:12: vertex 1: the line ends before the value of \"z\"; write one line per element, as "
       "the header declares it"},
      {"0 0 0 4\n",
       "mesh.ply:11: vertex 0: \"4\" is an extra value; write one line per element, as the header declares it"},
      {"0 x 0\n", "mesh.ply:11: vertex 0: \"x\" is not a value of \"y\"; the header declares its type"},
      {"0 0 nan\n", "mesh.ply:11: vertex 0: coordinate nan is not finite; repair or export the mesh again"},
      {points + "2 0 1\n", "mesh.ply:14: face 0: a face has 2 corners; it needs at least 3"},
      {points + "-3 0 1 2\n",
       "mesh.ply:14: face 0: \"-3\" is not a value of \"vertex_indices\"; the header declares its type"},
      {points + "300 0 1 2\n",
       "mesh.ply:14: face 0: \"300\" is not a value of \"vertex_indices\"; the header declares its type"},
      {points + "3 0 1 -1\n", "mesh.ply:14: face 0: vertex index -1 is out of range; vertices are counted from 0"},
      {points + "3 0 1 1.5\n",
       "mesh.ply:14: face 0: \"1.5\" is not a value of \"vertex_indices\"; the header declares its type"},
      {points + "3 0 1 3\n", "mesh.ply:14: vertex index 3 is out of range; the file has 3, counted from 0"},
      {points + "3 0 1 2\n\n3 0 1 2\n",
       "mesh.ply:16: the file continues after its last element; the header declares too few elements"},
  };
  for (const auto& [data, message] : cases) EXPECT_EQ(fault(triangle(data)), message);
  EXPECT_TRUE(
      std::isnan(read_good(triangle("0 0 nan\n1 0 0\n0 1 0\n3 0 1 2\n"), {.allow_non_finite = true}).positions[0].z()));
}

TEST(Ply, RefusesBrokenBinaryDataWithItsByte) {
  const std::string header =
      "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar x\nproperty uchar y\nproperty uchar z\n"
      "element face 1\nproperty list char char vertex_indices\nelement edge 1\nproperty char vertex1\n"
      "property float vertex2\nend_header\n";
  const std::string at = std::to_string(header.size() + 3), edge_at = std::to_string(header.size() + 7);
  const std::string points(3, '\0'), face("\3\0\0\0", 4);
  EXPECT_EQ(fault(header + points + "\xff\1\2\3"),
            "mesh.ply:7: face 0 (at byte " + at +
                "): the list \"vertex_indices\" has -1 entries; the file is cut off, or "
                "its header is wrong; export it again");
  EXPECT_EQ(fault(header + points + "\3\1\2\x80"),
            "mesh.ply:7: face 0 (at byte " + at + "): vertex index -128 is out of range; vertices are counted from 0");
  EXPECT_EQ(fault(header + points + "\3\1\1\1" + std::string(5, '\0')),
            "mesh.ply:7: face at byte " + at + ": vertex index 1 is out of range; the file has 1, counted from 0");
  EXPECT_EQ(fault(header + points + face + std::string("\1\0\0\0\0", 5)),
            "mesh.ply:9: edge at byte " + edge_at + ": vertex index 1 is out of range; the file has 1, counted from 0");
  EXPECT_EQ(
      fault(header + points + face + std::string("\0\0\0\xc0\x7f", 5)),
      "mesh.ply:9: edge 0 (at byte " + edge_at + "): vertex index nan is out of range; vertices are counted from 0");
}

TEST(Ply, RefusesBrokenHeadersWithTheirLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"plx\n", "mesh.ply:1: the file does not begin with \"ply\"; check that it is a PLY file"},
      {"ply x\n", "mesh.ply:1: the file does not begin with \"ply\"; check that it is a PLY file"},
      {"ply\nformat ascii 2.0\n", "mesh.ply:2: version \"2.0\" of the format is not supported; only 1.0 is"},
      {"ply\nformat text 1.0\n",
       "mesh.ply:2: unknown format \"text\"; known: ascii, binary_little_endian, binary_big_endian"},
      {"ply\nformat ascii 1.0\nformat ascii 1.0\n", "mesh.ply:3: there is a second format line"},
      {"ply\nformat ascii 1.0 x\n", "mesh.ply:2: there are more words than the \"format\" line needs"},
      {"ply\nhello\n", "mesh.ply:2: unknown word \"hello\" in the header; check that this is a PLY file"},
      {"ply\nproperty float x\n", "mesh.ply:2: a property precedes every element"},
      {"ply\nelement\n", "mesh.ply:2: an element has no name"},
      {"ply\nelement vertex\n", "mesh.ply:2: the count \"\" of element \"vertex\" is not a non-negative integer"},
      {"ply\nelement vertex -1\n", "mesh.ply:2: the count \"-1\" of element \"vertex\" is not a non-negative integer"},
      {"ply\nelement vertex 1e9\n",
       "mesh.ply:2: the count \"1e9\" of element \"vertex\" is not a non-negative integer"},
      {"ply\nelement a 1\nelement a 1\n", "mesh.ply:3: there is a second element \"a\""},
      {"ply\nelement a 1\nproperty int x\nproperty int x\n", "mesh.ply:4: there is a second property \"x\""},
      {"ply\nelement a 1\nproperty int\n", "mesh.ply:3: a property has no name"},
      {"ply\nelement a 1\nproperty list float int x\n",
       "mesh.ply:3: the count of a list has the type \"float\"; it must be an integer type"},
      {"ply\nformat ascii 1.0\nelement vertex 1\n",
       "mesh.ply:4: the file ends within its header; it is cut off; export it again"},
      {"ply\nelement vertex 1\nend_header\n", "mesh.ply:3: the header has no format line"},
      {"ply\nformat ascii 1.0\nend_header\n",
       "mesh.ply:4: the file has no vertices; check that it holds a mesh and is not cut off"},
      {"ply\nformat ascii 1.0\nelement vertex 0\nend_header\n",
       "mesh.ply:5: the file has no vertices; check that it holds a mesh and is not cut off"},
      {"ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nend_header\n1 1\n",
       "mesh.ply:3: the vertices have no coordinate z; export the mesh again"},
      {"ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nproperty list uchar int "
       "z\nend_header\n",
       "mesh.ply:3: the vertices have no coordinate z; export the mesh again"},
      {"ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nproperty int z\nelement face 1\n"
       "end_header\n0 0 0\n",
       "mesh.ply:7: the faces have no list vertex_indices; export the mesh again"},
      {"ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nproperty int z\nelement edge 1\n"
       "property int vertex1\nend_header\n0 0 0\n0\n",
       "mesh.ply:7: the edges have no vertex1 and vertex2; export the mesh again"},
  };
  for (const auto& [content, message] : cases) EXPECT_EQ(fault(content), message);
  EXPECT_EQ(fault("ply\nelement a 1\nproperty real x\n").substr(0, 35), "mesh.ply:3: unknown type \"real\"; kn");
  std::string endless = "ply\n";
  for (int i = 0; i < 1000; ++i) endless += "element e" + std::to_string(i) + " 1\n";
  EXPECT_EQ(fault(endless), "mesh.ply:258: there are more than 256 elements");
}

TEST(Ply, DoesNotBelieveWhatTheHeaderClaims) {
  const auto claim = [](const std::string& vertices, const std::string& format) {
    return "ply\nformat " + format + " 1.0\nelement vertex " + vertices +
           "\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0 0 0 0 0\n";
  };
  // Two billion vertices would be 48 GB. Four billion cannot be counted.
  EXPECT_NE(fault(claim("2000000000", "binary_little_endian")).find("vertex 1 (at byte"), std::string::npos);
  EXPECT_EQ(fault(claim("4294967295", "ascii")),
            "mesh.ply:3: there are 4294967295 vertex elements; the maximum is 2147483647; export the mesh again");
  // A list that claims four billion entries.
  EXPECT_NE(fault("ply\nformat binary_big_endian 1.0\nelement vertex 1\nproperty char x\nproperty char y\n"
                  "property char z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n"
                  "aaa\xff\xff\xff\xff" +
                  std::string(4000, '\0'))
                .find("the file ends in the middle"),
            std::string::npos);
}

TEST(Ply, RefusesMoreElementsThanAllowed) {
  EXPECT_EQ(read_good(triangle("0 0 0\n1 0 0\n0 1 0\n5 0 1 2 0 1\n"), {.max_elements = 3}).triangles.size(), 3U);
  EXPECT_EQ(fault(triangle("0 0 0\n1 0 0\n0 1 0\n6 0 1 2 0 1 2\n"), {.max_elements = 3}),
            "mesh.ply:14: face 0: there are more than 3 triangles; split the mesh into several files");
  EXPECT_EQ(fault(triangle("0 0 0\n"), {.max_elements = 2}),
            "mesh.ply:4: there are 3 vertex elements; the maximum is 2; export the mesh again");
}

}  // namespace
}  // namespace muslin::ply_test
