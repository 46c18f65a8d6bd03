import preset from '../../jest.preset.js';

/** The product is started, and each command is a process; the machine may be busy. */
export default { ...preset, testTimeout: 180_000 };
