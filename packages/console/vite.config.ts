import { defineConfig } from 'vite';

/** Files with a hash in their name, and nothing inline: the page's Content-Security-Policy allows its own files alone. */
export default defineConfig({
  base: './',
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
