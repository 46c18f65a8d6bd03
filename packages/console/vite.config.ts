import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * One page, named by the mode: `vite build --mode console`. Files with a hash in their name, and nothing inline: the
 * page's Content-Security-Policy allows its own files alone. Each page is built by itself, so that neither loads the
 * other's files.
 */
export default defineConfig(({ mode }) => ({
  root: at(`pages/${mode}`),
  base: './',
  publicDir: at('public'),
  worker: { format: 'es' },
  build: {
    outDir: at(`dist/${mode}`),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The licences of the libraries in the page: their authors ask that they come along.
    license: { fileName: 'licences.txt' },
    // MapLibre is one file of a megabyte, which the page of the map alone loads.
    chunkSizeWarningLimit: 2_000,
  },
}));
