import { defineConfig } from 'vite';

// The page is embedded in the program, so its files are few and have fixed names.
export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    modulePreload: false,
    chunkSizeWarningLimit: 1000, // kB; nearly all of it is three.js
    rollupOptions: {
      output: {
        entryFileNames: 'viewer.js',
        assetFileNames: 'viewer[extname]',
        inlineDynamicImports: true,
      },
    },
  },
});
