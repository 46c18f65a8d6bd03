import preset from '../../jest.preset.js';

/** The product as processes and a browser: one file after the other. */
export default { ...preset, testTimeout: 120_000, maxWorkers: 1 };
