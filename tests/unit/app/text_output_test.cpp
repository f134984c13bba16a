#include <gtest/gtest.h>

#include <apps/muslin/text_output.hpp>

namespace muslin::app {
namespace {

TEST(TextOutput, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(escaped("a\x1b[31mred\x07\r\n\x7f"), "a\\x1b[31mred\\x07\\x0d\\n\\x7f");
  EXPECT_EQ(escaped_lines("one\ntwo\tthree\n"), "one\ntwo\\x09three\n");
  EXPECT_EQ(escaped("\xc2\x9b[2J"), "\\xc2\\x9b[2J");  // the eight-bit introducer of sequences
  EXPECT_EQ(escaped("Bluse aus Crêpe, 5 µm – fein"), "Bluse aus Crêpe, 5 µm – fein");
  EXPECT_EQ(escaped(std::string("\0\xc2", 2)), "\\x00\xc2");
}

}  // namespace
}  // namespace muslin::app
