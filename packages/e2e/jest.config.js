import preset from '../../jest.preset.js';

/** Whole processes are started, killed and waited for; the machine may be busy. */
export default { ...preset, testTimeout: 180_000 };
