import { describe, expect, it } from '@jest/globals';
import { parseHostsFile } from './hosts-file.js';

describe('parseHostsFile', () => {
  it('reads names, aliases and several addresses of a name, and skips the rest', () => {
    const hosts = parseHostsFile(
      '# comment\n127.0.0.1\tLocalhost  alias # more\n::1 localhost\n\nnonsense line\n10.0.0.5 receiver.test\r\n',
    );
    expect(hosts.get('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(hosts.get('alias')).toEqual(['127.0.0.1']);
    expect(hosts.get('receiver.test')).toEqual(['10.0.0.5']);
    expect(hosts.size).toBe(3);
  });
});
