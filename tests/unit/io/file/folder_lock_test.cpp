#include <gtest/gtest.h>

#include <atomic>
#include <muslin/io/file/folder_lock.hpp>
#include <tests/support/program.hpp>
#include <thread>

namespace muslin::folder_lock_test {
namespace {

TEST(FolderLock, IsTakenOnceAndEndsWithItsOwner) {
  const test::TemporaryFolder folder;
  EXPECT_FALSE(FolderLock::is_taken(folder / "."));
  {
    const auto lock = FolderLock::take(folder / ".");
    ASSERT_TRUE(lock);
    EXPECT_TRUE(FolderLock::is_taken(folder / "."));
    EXPECT_FALSE(FolderLock::take(folder / "."));
  }
  EXPECT_FALSE(FolderLock::is_taken(folder / "."));
  EXPECT_FALSE(FolderLock::is_taken(folder / "none"));
}

// Others ask all the time: a run that begins must get the lock nevertheless.
TEST(FolderLock, AskingKeepsNobodyFromTakingIt) {
  const test::TemporaryFolder folder;
  std::atomic<bool> ends = false;
  std::atomic<int> asked = 0;
  std::thread other([&] {
    while (!ends) {
      static_cast<void>(FolderLock::is_taken(folder / "."));
      ++asked;
    }
  });
  while (asked == 0) std::this_thread::yield();
  int taken = 0;
  for (int i = 0; i < 200; ++i) taken += FolderLock::take(folder / ".") ? 1 : 0;
  ends = true;
  other.join();
  EXPECT_EQ(taken, 200);
}

}  // namespace
}  // namespace muslin::folder_lock_test
