import preset from '../../jest.preset.js';

/** The product as processes and a browser: one file after the other. */
export default { ...preset, maxWorkers: 1 };
