import preset from '../../jest.preset.js';

/**
 * Whole processes are started, killed and waited for. While one file waits another computes:
 * each has a database and a vhost of its own.
 */
export default { ...preset, maxWorkers: 2, maxConcurrency: 3, testSequencer: '<rootDir>/longest-first.js' };
