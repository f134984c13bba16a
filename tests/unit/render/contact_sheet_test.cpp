#include <gtest/gtest.h>

#include <muslin/render/contact_sheet.hpp>
#include <muslin/render/label.hpp>

namespace muslin::contact_sheet_test {
namespace {

constexpr Rgb kRed = {200, 10, 10}, kBlack = {0, 0, 0}, kWhite = {255, 255, 255};

TEST(Image, PasteCutsWhatIsOutside) {
  Image image(4, 3);
  image.paste(Image(2, 2, kRed), 3, -1);
  image.paste(Image(9, 9, kWhite), 90, 0);
  int red = 0;
  for (const Rgb& pixel : image.pixels()) red += pixel == kRed ? 1 : 0;
  EXPECT_EQ(red, 1);
  EXPECT_EQ(image.at(3, 0), kRed);
}

TEST(Label, DrawsTheSquaresOfALetter) {
  Image image(6, 8, kWhite);
  draw_label(image, "t", 0, 0, 1, kBlack);  // a bar on top and a stem in the middle
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 6; ++x)
      EXPECT_EQ(image.at(x, y), (y == 0 && x < 5) || (x == 2 && y < 7) ? kBlack : kWhite) << x << " " << y;
}

TEST(Label, ScalesAndIsCutOff) {
  EXPECT_EQ(label_width("", 3), 0);
  EXPECT_EQ(label_width("AB", 2), 22);
  Image image(3, 3, kWhite);
  draw_label(image, "\x1b~#HHHH", -40, -5, 4, kBlack);
  draw_label(image, "-", 0, -3, 1, kBlack);
  EXPECT_EQ(image.at(0, 0), kBlack);
}

TEST(ContactSheet, LayoutByHand) {
  const SheetLayout layout({.pictures = 5, .columns = 3, .picture_width = 100, .picture_height = 50, .gap = 4});
  EXPECT_EQ(layout.rows, 2);
  EXPECT_EQ(layout.width, 3 * 100 + 4 * 4);
  EXPECT_EQ(layout.height, 2 * 50 + 3 * 4);
  EXPECT_EQ(layout.place(0).x, 4);
  EXPECT_EQ(layout.place(4).x, 4 + 104);
  EXPECT_EQ(layout.place(4).y, 4 + 54);
}

TEST(ContactSheet, TitlesStandAboveTheirRows) {
  const SheetOptions options{.pictures = 4,
                             .columns = 2,
                             .picture_width = 100,
                             .picture_height = 50,
                             .gap = 4,
                             .legend = {},
                             .row_titles = {"", "_"}};
  const SheetLayout layout(options);
  EXPECT_EQ(layout.height, 2 * (28 + 50) + 3 * 4);
  EXPECT_EQ(layout.place(0).y, 4 + 28);
  EXPECT_EQ(layout.place(3).y, 4 + 28 + 50 + 4 + 28);
  EXPECT_EQ(layout.place(3).x, 4 + 104);
  // Of the second title the only ink is the line below: five by one squares of 2 x 2 pixels.
  const ContactSheet sheet(options);
  int ink = 0;
  for (int y = 0; y < layout.height; ++y)
    for (int x = 0; x < layout.width; ++x) {
      if (sheet.image().at(x, y) == kWhite) continue;
      ++ink;
      EXPECT_GT(y, layout.place(0).y + 50);
      EXPECT_LT(y, layout.place(2).y);
    }
  EXPECT_EQ(ink, 20);
}

TEST(ContactSheet, OnePictureIsThePicture) {
  ContactSheet sheet({.pictures = 1, .columns = 4, .picture_width = 30, .picture_height = 20});
  sheet.put(0, Image(30, 20, kRed), "");
  EXPECT_EQ(sheet.image().pixels(), Image(30, 20, kRed).pixels());
}

TEST(ContactSheet, PicturesLabelsAndLegendHaveTheirPlaces) {
  const SheetOptions options{.pictures = 2,
                             .columns = 2,
                             .picture_width = 300,
                             .picture_height = 100,
                             .legend = Legend{"speed", "0", "1 m/s"}};
  const SheetLayout layout(options);
  ContactSheet sheet(options);
  sheet.put(1, Image(300, 100, kRed), "8");
  const auto [x, y] = layout.place(1);
  EXPECT_EQ(sheet.image().at(x, y), kRed);
  EXPECT_EQ(sheet.image().at(x + 299, y + 99), kRed);
  EXPECT_EQ(sheet.image().at(x - 1, y), kWhite);
  EXPECT_EQ(sheet.image().at(5, 5), kWhite);  // no picture there yet
  int other = 0;
  for (int row = y; row < y + 100; ++row)
    for (int column = x; column < x + 300; ++column) other += sheet.image().at(column, row) == kRed ? 0 : 1;
  EXPECT_GT(other, 20);   // a label,
  EXPECT_LT(other, 400);  // a small one
  // The bar goes from the one end of the colours to the other.
  const int middle = (layout.legend_top + layout.height) / 2;
  std::vector<Rgb> line;
  for (int column = 0; column < layout.width; ++column) line.push_back(sheet.image().at(column, middle));
  const auto has = [&](const Colour& colour) {
    return std::any_of(line.begin(), line.end(), [&](Rgb pixel) { return (to_light(pixel) - colour).norm() < 0.03F; });
  };
  EXPECT_TRUE(has(map_colour(0)));
  EXPECT_TRUE(has(map_colour(0.5)));
  EXPECT_TRUE(has(map_colour(1)));
}

TEST(ContactSheet, ALegendFitsASmallPicture) {
  ContactSheet sheet({.picture_width = 16, .picture_height = 16, .legend = Legend{"stretch", "0 %", "100 %"}});
  EXPECT_EQ(sheet.image().width(), 16);
}

TEST(ContactSheet, DefaultColumns) {
  EXPECT_EQ(default_columns(1), 1);
  EXPECT_EQ(default_columns(3), 3);
  EXPECT_EQ(default_columns(8), 4);
  EXPECT_EQ(default_columns(60), 8);
}

}  // namespace
}  // namespace muslin::contact_sheet_test
