import preset from '../../jest.preset.js';

/**
 * Whole processes are started, killed and waited for; the machine may be busy. While one file waits another computes:
 * each has a database and a vhost of its own.
 */
export default { ...preset, testTimeout: 180_000, maxWorkers: 2, testSequencer: '<rootDir>/longest-first.js' };
