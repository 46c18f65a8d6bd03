import { fileURLToPath } from 'node:url';

/** One Jest configuration for every workspace: ES modules, TypeScript by swc, imports with `.js` suffixes. */
export default {
  testEnvironment: 'node',
  runtime: fileURLToPath(new URL('jest.runtime.cjs', import.meta.url)),
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  testTimeout: 180_000,
  // A failed test may leave a socket open; the run must still end and say so.
  forceExit: true,
  // Counts only with `--coverage`: what V8 saw needs no second compiler.
  coverageProvider: 'v8',
};
