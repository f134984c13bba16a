#include <gtest/gtest.h>

#include <cmath>
#include <muslin/io/file/text_scanner.hpp>
#include <muslin/io/mesh/obj.hpp>
#include <tests/support/program.hpp>
#include <tests/support/read_result.hpp>

namespace muslin::obj_test {
namespace {

Triangle tri(int a, int b, int c) { return {VertexId(a), VertexId(b), VertexId(c)}; }

Result<Mesh> read(std::string_view content, const MeshReadOptions& options = {}) {
  TextScanner text(content, "mesh.obj");
  return read_obj(text, options);
}

Mesh read_good(std::string_view content, const MeshReadOptions& options = {}) {
  return test::good(read(content, options));
}
std::string fault(std::string_view content, const MeshReadOptions& options = {}) {
  SCOPED_TRACE(content);
  return test::fault(read(content, options));
}

TEST(Obj, ReadsEveryWayToWriteACorner) {
  const Mesh mesh = read_good(
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nvn 0 0 1\n"
      "f 1 2 3\nf 1/1 2/2 3/3\nf 1//1 2//1 3//1\nf 3/3/1 1/1/1 2/2/1\nf -3 -2 -1\nf -3/-3 -2/-2 -1/-1\n");
  EXPECT_EQ(mesh.triangles,
            (std::vector{tri(0, 1, 2), tri(0, 1, 2), tri(0, 1, 2), tri(2, 0, 1), tri(0, 1, 2), tri(0, 1, 2)}));
  EXPECT_EQ(mesh.material, (std::vector<Vec2>{{0, 0}, {1, 0}, {0, 1}}));
  EXPECT_EQ(mesh.material_corners, (std::vector<std::array<std::int32_t, 3>>{
                                       {-1, -1, -1}, {0, 1, 2}, {-1, -1, -1}, {2, 0, 1}, {-1, -1, -1}, {0, 1, 2}}));
  EXPECT_TRUE(mesh.triangle_group.empty());
}

TEST(Obj, KeepsTheOrderOfVerticesUsedOrNot) {
  const Mesh mesh = read_good("v 9 9 9\nv 1 2 3 1.0\nv 4 5 6 .1 .2 .3\nv 7 8 9 1 .1 .2 .3 1\nv 0 0 0\nf 4 2 3\n");
  ASSERT_EQ(mesh.positions.size(), 5U);
  EXPECT_EQ(mesh.positions[1], Vec3(1, 2, 3));
  EXPECT_EQ(mesh.positions[2], Vec3(4, 5, 6));
  EXPECT_EQ(mesh.triangles, (std::vector{tri(3, 1, 2)}));
}

TEST(Obj, ReadsCommentsContinuedLinesWindowsLinesAndByteOrderMarks) {
  const Mesh mesh = read_good(
      "\xEF\xBB\xBF# from somewhere\r\nv 0 0 \\\r\n 0 # origin\r\n\r\n  v\t1 0 0\r\n#\r\nv 0 1 0\r\nf 1 \\\n 2\\\n "
      "3\r\n");
  EXPECT_EQ(mesh.positions.size(), 3U);
  EXPECT_EQ(mesh.triangles, (std::vector{tri(0, 1, 2)}));
}

TEST(Obj, IgnoresStatementsThatSayNothingAboutPolygons) {
  const Mesh mesh = read_good("mtllib a b.mtl\nusemtl C:\\x\nv 0 0 0\ns off\nvn 1 2\np 1\nvp 1\ncstype bezier\nend\n");
  EXPECT_EQ(mesh.positions.size(), 1U);
  EXPECT_TRUE(mesh.triangles.empty());
  EXPECT_EQ(read_good("v 0 0 0\nvn 0 0 \\\n1\ncurv 0 1 \\\n1 2 3\nv 1 0 0\n").positions.size(),
            2U);  // going on in the next line
}

TEST(Obj, SkipsStatementsOfOtherProgramsWithOneWarning) {
  const std::string content =
      "v 0 0 0\nstitch 1 2\nv 1 0 0\nv 0 1 0\nseam 1 \\\nv 9 9 9\nstitch 2 3\nf 1 2 3\nextra\nother 1\nmore\n";
  std::vector<std::string> warnings;
  const Mesh mesh = read_good(content, {.warnings = &warnings});
  EXPECT_EQ(mesh.positions.size(), 3U);  // the line that the backslash joins belongs to the seam
  EXPECT_EQ(mesh.triangles, (std::vector{tri(0, 1, 2)}));
  EXPECT_EQ(warnings, (std::vector<std::string>{
                          "mesh.obj: 6 statements that OBJ does not define were skipped: \"stitch\" (2, first in line "
                          "2), \"seam\" (1, first in line 5), \"extra\" (1, first in line 9) and 2 of other kinds"}));
  EXPECT_EQ(read_good(content).triangles, mesh.triangles);  // nobody need listen

  warnings.clear();
  static_cast<void>(read_good("v 0 0 0\nv 1 0 0\nl 1 2\n# a comment\nusemtl x\n", {.warnings = &warnings}));
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(fault("v 0 0 0\nstitch 1\nf 1 2\n", {.warnings = &warnings}),
            "mesh.obj:3: a face has 2 corners; it needs at least 3");
}

TEST(Obj, CutsPolygonsAndPolylines) {
  const Mesh mesh = read_good("v 0 0 0\nv 1 0 0\nv 2 2 0\nv 0 1 0\nf 1 2 3 4\nl 1 2/1 3\nl 4 1\n");
  EXPECT_EQ(mesh.triangles, (std::vector{tri(0, 1, 3), tri(1, 2, 3)}));  // along the shorter diagonal
  EXPECT_EQ(mesh.segments,
            (std::vector<Segment>{{VertexId(0), VertexId(1)}, {VertexId(1), VertexId(2)}, {VertexId(3), VertexId(0)}}));
}

TEST(Obj, PutsFacesIntoTheGroupNamedLast) {
  const Mesh mesh = read_good(
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\no shirt\ng left  sleeve # 1\nf 1 2 3 4\no empty\no shirt\n"
      "f 1 2 3\ng\nf 1 2 3\ng left sleeve # 1\nf 1 2 4\n");
  EXPECT_EQ(mesh.group_names, (std::vector<std::string>{"", "left sleeve # 1", "shirt"}));
  EXPECT_EQ(mesh.triangle_group, (std::vector<std::int32_t>{0, 1, 1, 2, 0, 1}));
}

TEST(Obj, DropsTextureCoordinatesThatNoFaceUses) {
  const Mesh mesh = read_good("v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1\nvt 1 1 1\nf 1 2 3\n");
  EXPECT_TRUE(mesh.material.empty());
  EXPECT_TRUE(mesh.material_corners.empty());
}

TEST(Obj, AllowsFacesBeforeTheirVertices) {
  EXPECT_EQ(read_good("f 1 2 3\nl 3 1\nv 0 0 0\nv 1 0 0\nv 0 1 0\n").triangles, (std::vector{tri(0, 1, 2)}));
}

TEST(Obj, RefusesIndicesThatPointNowhereWithTheLineOfTheFace) {
  constexpr std::string_view kFour = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n";
  const auto after = [&](std::string_view line) {
    return fault(std::string(kFour) + std::string(line) + "\n#\nv 5 5 5\n");
  };
  EXPECT_EQ(after("f 1 2 5"), "mesh.obj:5: vertex index 5 is out of range; the file has 4, counted from 1");
  EXPECT_EQ(after("f 1 2 0"), "mesh.obj:5: vertex index 0; OBJ indices start at 1");
  EXPECT_EQ(after("f 1 2 -4"), "mesh.obj:5: vertex index -4 is out of range; the file has 3 so far");
  EXPECT_EQ(after("f 1/1 2/1 3/2"),
            "mesh.obj:5: texture coordinate index 2 is out of range; the file has 1, counted from 1");
  EXPECT_EQ(after("f 1/1 2/0 3/1"), "mesh.obj:5: texture coordinate index 0; OBJ indices start at 1");
  EXPECT_EQ(after("f 1 2 2147483648"), "mesh.obj:5: vertex index 2147483648 is out of range; the file has 3 so far");
  EXPECT_EQ(after("l 1 9"), "mesh.obj:5: vertex index 9 is out of range; the file has 4, counted from 1");
  EXPECT_EQ(after("f 1 2 3 \\\n 9"), "mesh.obj:5: vertex index 9 is out of range; the file has 4, counted from 1");
}

TEST(Obj, RefusesBrokenStatementsWithTheirLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"v 0 0 0\nv 1 2\n", "mesh.obj:2: there are 2 numbers, but at least 3 are needed"},
      {"v\n", "mesh.obj:1: there are 0 numbers, but at least 3 are needed"},
      {"\n\nv 1 2 x3\n", "mesh.obj:3: \"x3\" is not a number"},
      {"v 1 2 3 1 1 1 red\n", "mesh.obj:1: \"red\" is not a number"},
      {"v 1 2 3 4 5 6 7 8 9\n", "mesh.obj:1: there are more than 8 numbers"},
      {"v 1 2 1e400\n", "mesh.obj:1: \"1e400\" is not a number"},
      {"v 1,5 2 3\n", "mesh.obj:1: \"1,5\" is not a number; write decimals with a point, not a comma"},
      {"v 1 nan 3\n", "mesh.obj:1: coordinate \"nan\" is not finite; repair or export the mesh again"},
      {"v 1 2 -inf\n", "mesh.obj:1: coordinate \"-inf\" is not finite; repair or export the mesh again"},
      {"vt\n", "mesh.obj:1: there are 0 numbers, but at least 1 are needed"},
      {"v 0 0 0\nf 1 1\n", "mesh.obj:2: a face has 2 corners; it needs at least 3"},
      {"v 0 0 0\nf\n", "mesh.obj:2: a face has 0 corners; it needs at least 3"},
      {"v 0 0 0\nl 1\n", "mesh.obj:2: a line has 1 vertices; it needs at least 2"},
      {"v 0 0 0\nvt 0 0\nf 1/1 1/1 1\n",
       "mesh.obj:3: some corners of the face have texture coordinates and some have none; give them to all corners or "
       "to none"},
      {"vertex 1 2 3\n",
       "mesh.obj:1: the file has no vertices, and a statement that OBJ does not define was skipped: \"vertex\" (1, "
       "first "
       "in line 1); check that it is an OBJ file and is not cut off"},
      {"# a comment alone\n\n",
       "mesh.obj:3: the file has no vertices; check that it is an OBJ file and is not cut off"},
      {"", "mesh.obj:1: the file has no vertices; check that it is an OBJ file and is not cut off"},
  };
  for (const auto& [content, message] : cases) EXPECT_EQ(fault(content), message);
  for (const char* corner :
       {"a", "1.5", "1/", "/1", "1//", "1/1/", "1/1/1/1", "1//x", "1/1/0", "99999999999999999999", "1x", "/"})
    EXPECT_EQ(fault("v 0 0 0\nvt 0 0\nf 1/1 1/1 " + std::string(corner) + "\n"),
              "mesh.obj:3: \"" + std::string(corner) +
                  "\" is not a face corner; write v, v/vt, v//vn or v/vt/vn with integers");
}

TEST(Obj, RefusesBinaryGarbageWithItsLine) {
  EXPECT_EQ(fault(std::string("v 0 0 0\n\x7f"
                              "ELF\x01\0\n",
                              15)),
            "mesh.obj:2: unknown statement \"\\x7fELF\\x01\\x00\"; check that this is an OBJ file");
  EXPECT_EQ(fault(std::string(100'000, '\0')).substr(0, 42), "mesh.obj:1: the word that starts with \"\\x0");
  EXPECT_EQ(fault("v 0 0 0\ng" + std::string(5000, 'x')).substr(0, 11), "mesh.obj:2:");
  EXPECT_NE(fault("v 0 0 0\ng" +
                  [] {
                    std::string name;
                    for (int i = 0; i < 3000; ++i) name += " x";
                    return name;
                  }())
                .find("too long"),
            std::string::npos);
}

TEST(Obj, KeepsWhatIsNotFiniteWhereAllowed) {
  const Mesh mesh =
      read_good("v nan 0 -inf\nv 0 0 0\nv 0 0 1\nv 1 1 1\nv 2 2 2\nf 1 2 3 4 5\n", {.allow_non_finite = true});
  EXPECT_TRUE(std::isnan(mesh.positions[0].x()));
  EXPECT_TRUE(std::isinf(mesh.positions[0].z()));
  EXPECT_EQ(mesh.triangles.size(), 3U);
  EXPECT_EQ(fault("v nan 0 x\n", {.allow_non_finite = true}), "mesh.obj:1: \"x\" is not a number");
}

TEST(Obj, RefusesMoreElementsThanAllowed) {
  const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
  EXPECT_EQ(fault(square, {.max_elements = 3}),
            "mesh.obj:4: there are more than 3 vertices; split the mesh into several files");
  EXPECT_EQ(fault(square + "f 1 2 3 4\nf 1 2 3\nf 1 2 3 4\n", {.max_elements = 4}),
            "mesh.obj:7: there are more than 4 triangles; split the mesh into several files");
  EXPECT_EQ(fault(square + "l 1 2 3 4 1 2\n", {.max_elements = 4}),
            "mesh.obj:5: there are more than 4 segments; split the mesh into several files");
  EXPECT_EQ(read_good(square + "f 1 2 3 4\nf 1 2 3 4\n", {.max_elements = 4}).triangles.size(), 4U);
}

TEST(Obj, WritesGroupNamesThatReadBack) {
  const test::TemporaryFolder folder;
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {tri(0, 1, 2), tri(2, 1, 0)};
  mesh.group_names = {"two\nlines", "ends with \\"};
  mesh.triangle_group = {0, 1};
  ASSERT_TRUE(write_obj(folder / "mesh.obj", mesh));
  const auto back = read_obj(folder / "mesh.obj");
  ASSERT_TRUE(back) << back.error().message();
  EXPECT_EQ(back->group_names, (std::vector<std::string>{"two_lines", "ends with _"}));
  EXPECT_EQ(back->triangle_group, mesh.triangle_group);
}

}  // namespace
}  // namespace muslin::obj_test
