/**
 * Makes one file of a service: `dist/main.js`, with all that it imports.
 *
 * Buys: a start costs two thirds of its processor time, where Node would look for 800 files (docs/adr/0062-services-are-bundled.md).
 * Relies on: code that finds a file beside itself finds it from `dist/main.js` too, or is `external`.
 * Without it: leave `src/main.ts` in `tsconfig.build.json`, whose `dist/main.js` imports the other files.
 */
import { readFile } from 'node:fs/promises';

/** Of our own code alone, back to its sources: Node reads the whole map at the first stack trace. */
const sourceMaps = {
  name: 'source-maps',
  load: {
    filter: { id: /\/packages\/[^/]+\/dist\/.*\.js$/ },
    handler: async (id) => ({ code: await readFile(id, 'utf8'), map: await readFile(`${id}.map`, 'utf8') }),
  },
  transform: {
    filter: { id: /\/node_modules\// },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

export default {
  input: 'src/main.ts',
  platform: 'node',
  // They read files that lie beside them.
  external: ['@delivery/api-docs', '@delivery/console'],
  plugins: [sourceMaps],
  output: {
    dir: 'dist',
    chunkFileNames: 'chunks/[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Comments and blanks alone: names in stack traces stay.
    minify: { compress: false, mangle: false },
  },
  logLevel: 'warn',
};
