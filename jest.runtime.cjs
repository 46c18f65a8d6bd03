/**
 * Jest's runtime with one change: Node itself loads each package, once for all test files of a process.
 *
 * Buys: Jest loads each module anew for each test file, in a global object of that file. A test of a service imports some 800
 * modules, most of them of packages, and a run has hundreds of test files: that was a quarter of all its processor time.
 * Stays as it was: what a package imports of its own by a relative path, its tests and sources, is new for each test file.
 * Relies on: Jest's fields `esmLoader`, `executor` and `_resolution`, none of which is documented; so Jest's version is exact. And
 * on packages that keep no state which a test file could leave to the next one.
 * Without it: remove `runtime` from `jest.preset.js`. Every test passes without it too, later.
 */
const { createRequire } = require('node:module');
const { pathToFileURL } = require('node:url');
const { compileFunction, SyntheticModule } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

class SharedPackagesRuntime extends JestRuntime {
  constructor(config, environment, ...others) {
    super(config, inMainContext(environment, config), ...others);
    loadInMainContext(this);
    loadPackagesOnce(this);
  }

  /** Loads modules of the test framework. Its own modules hold state, so they are new for each test file. */
  requireInternalModule(from, to) {
    const isFramework = to === undefined || to.startsWith('.');
    return isFramework ? super.requireInternalModule(from, to) : createRequire(from)(to);
  }
}

/** Tests, sources and packages share the global object of the process: an array of one is an `Array` of the others. */
const inMainContext = (environment, config) => {
  const { moduleMocker, fakeTimersModern } = environment;
  // Jest's changes of it are for the test file; the process keeps its own `process.exit`.
  environment.global = Object.create(globalThis, { process: { value: Object.create(process) } });
  environment.moduleMocker = new moduleMocker.constructor(globalThis);
  environment.fakeTimersModern = new fakeTimersModern.constructor({ config, global: globalThis });
  // The framework's leftovers of the last test file.
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (ofFramework.includes(symbol.description)) delete globalThis[symbol];
  return environment;
};

const ofFramework = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];

const loadInMainContext = ({ esmLoader, executor, _resolution: resolution }) => {
  esmLoader.getContext = () => undefined;
  executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
  // Newer versions of Node have Jest take another way, which knows no shared modules.
  resolution.canResolveSync = () => false;
};

const isFile = /^(\.|\/|file:)/;

const loadPackagesOnce = ({ esmLoader, _resolution: resolution }) => {
  const resolveModule = esmLoader.resolveModule.bind(esmLoader);
  esmLoader.resolveModule = async (specifier, from, context) => {
    if (isFile.test(specifier) || specifier === '@jest/globals') return resolveModule(specifier, from, context);
    if (specifier.startsWith('node:')) return loadOnce(specifier);
    return loadOnce(pathToFileURL(await resolution.resolveEsmAsync(from, specifier)).href);
  };
};

/** By URL. */
const loaded = new Map();

const loadOnce = (url) => {
  const known = loaded.get(url);
  if (known) return known;
  const loading = load(url);
  loaded.set(url, loading);
  return loading;
};

const load = async (url) => {
  const exported = await import(url);
  const names = Object.keys(exported);
  const exportAll = () => {
    for (const name of names) module.setExport(name, exported[name]);
  };
  const module = new SyntheticModule(names, exportAll, { identifier: url });
  if (module.status === 'unlinked') await module.link(() => undefined);
  await module.evaluate();
  return module;
};

module.exports = { __esModule: true, default: SharedPackagesRuntime };
