import { describe, expect, it } from '@jest/globals';
import { findPostgresBinaries } from '../src/postgres/postgres-binaries.js';
import { findInstalledRabbitmq } from '../src/rabbitmq/installation.js';
import { makeDataDir, removeDataDir } from './run-servers.js';

describe('the servers that a test run asks for', () => {
  it('are of a major that npm has binaries of, or none: another installed one is not taken for it', async () => {
    process.env['TEST_POSTGRES'] = '9';
    await expect(findPostgresBinaries()).rejects.toThrow(/TEST_POSTGRES=9: expected the major of one of 17\./);
  });

  it('are in the directory that is named, or the run ends', () => {
    const home = makeDataDir();
    process.env['TEST_RABBITMQ_HOME'] = home;
    expect(() => findInstalledRabbitmq('')).toThrow(`TEST_RABBITMQ_HOME=${home}: it has neither sbin nor`);
    removeDataDir(home);
  });
});
