import preset from '../../jest.preset.js';

/** Each file has a database of its own, and while one waits for it another computes. */
export default { ...preset, maxWorkers: 2 };
