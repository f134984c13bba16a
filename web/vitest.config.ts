import { defineConfig } from 'vitest/config';

// `data` needs nothing but Node. `browser` needs the built program and Chromium; CTest passes their paths. `bench` needs the
// same, and measures.
export default defineConfig({
  test: {
    fileParallelism: false,
    projects: [
      { test: { name: 'data', include: ['tests/data/*.test.ts'] } },
      { test: { name: 'bench', include: ['tests/bench/*.test.ts'], testTimeout: 600_000 } },
      { test: { name: 'browser', include: ['tests/browser/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
});
