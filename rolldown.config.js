/**
 * Makes a program of each entry of a service, `dist/main.js` first, with all that it imports: `dist` runs by itself.
 *
 * Buys: a start costs two thirds of its processor time, where Node would look for 800 files (docs/adr/0062-services-are-bundled.md).
 * Relies on: code that finds a file beside itself finds it from `dist` too, where all chunks are. Files that packages serve are linked there.
 * Without it: in each `tsconfig.build.json` leave out no program and let `outDir` be `dist`, whose `main.js` imports the other files.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** Source maps of our own code alone: Node reads the whole map at the first stack trace. */
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

/**
 * Leaves in a map one position for each line of a source, and no names, because names are not mangled. Node keeps all
 * positions from the first stack trace on, which amqplib takes at each start: order-state's took 10 MB. Columns in stack
 * traces are those of the line's first token.
 */
const linesAlone = {
  name: 'lines-alone',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (!file.fileName.endsWith('.map')) continue;
      const map = JSON.parse(file.source);
      const rows = decode(map.mappings).map((row) => row.filter(beginsLine).map((position) => position.slice(0, 4)));
      file.source = JSON.stringify({ ...map, names: [], mappings: encode(rows) });
    }
  },
};
const beginsLine = ([, source, line], at, row) => source !== row[at - 1]?.[1] || line !== row[at - 1]?.[2];

const licenceOf = async (folder) => {
  const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file === undefined ? '' : await readFile(`${folder}/${file}`, 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
};

/** `licences.txt`, of every package from npm that is bundled: their authors ask for that. */
const licences = {
  name: 'licences',
  async generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
    const folders = new Set(modules.flatMap((id) => /^\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []));
    const texts = await Promise.all([...folders].sort().map(licenceOf));
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
  },
};

export default {
  input: ['src/main.ts', 'src/migrate.ts'].filter((path) => existsSync(path)),
  platform: 'node',
  // Express asks for it at its start. Bodies are read by `packages/http-edge`, and its tables of character sets would
  // take 1.3 MB.
  resolve: { alias: { 'body-parser': false } },
  plugins: [sourceMaps, linesAlone, licences],
  output: {
    dir: 'dist',
    chunkFileNames: '[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // A character beyond Latin-1 would double what V8 keeps of a program's text.
    charset: 'ascii',
    // Comments and blanks alone: names in stack traces stay.
    minify: { compress: false, mangle: false },
  },
  logLevel: 'warn',
};
