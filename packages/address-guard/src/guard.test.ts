import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { blockedRanges } from './blocked-ranges.js';
import { explainRefusal, explainUrlRefusal, type Network, parseNetwork } from './guard.js';

const refusal = (url: string, allowHttp = false) => explainUrlRefusal(new URL(url), { allowHttp });

describe('explainUrlRefusal', () => {
  it('lets https pass on its own port and on others', () => {
    expect(refusal('https://merchant.example/hooks?x=1')).toBeUndefined();
    expect(refusal('https://merchant.example:8443/')).toBeUndefined();
  });

  it('refuses http unless it is allowed, and every other scheme always', () => {
    expect(refusal('http://merchant.example/')).toBeDefined();
    expect(refusal('http://merchant.example/', true)).toBeUndefined();
    for (const url of ['ftp://a.example/', 'file:///etc/passwd', 'data:text/plain,x', 'gopher://a.example:70/']) {
      expect(refusal(url, true)).toBeDefined();
    }
  });

  it('refuses user information, also an empty password', () => {
    expect(refusal('https://user:password@merchant.example/')).toBeDefined();
    expect(refusal('https://user@merchant.example/')).toBeDefined();
    expect(refusal('https://merchant.example@evil.example/')).toBeDefined();
  });

  it.each([0, 22, 25, 53, 587, 6667])('refuses port %i of another protocol', (port) => {
    expect(refusal(`https://merchant.example:${port}/`)).toBeDefined();
  });
});

const networks = (...texts: string[]): Network[] => texts.map((text) => parseNetwork(text)!);

const none = { allowed: [], blocked: [] };

describe('explainRefusal', () => {
  it.each([
    ['0.0.0.0', 'this network'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'shared (carrier-grade NAT)'],
    ['100.100.100.200', 'shared (carrier-grade NAT)'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['168.63.129.16', 'cloud metadata'],
    ['169.254.169.254', 'link-local, cloud metadata'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['198.19.255.255', 'benchmarking'],
    ['203.0.113.7', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:7f00:1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:0:127.0.0.1', 'IPv4-translated'],
    ['::7f00:1', 'IPv4-compatible'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::a9fe:a9fe', 'NAT64'],
    ['64:ff9b:1::1', 'local-use NAT64'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['fd00:ec2::254', 'unique local'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['1::1', 'not allocated'],
    ['4000::1', 'not allocated'],
    ['9000::1', 'not allocated'],
  ])('refuses %s as %s', (address, reason) => {
    expect(explainRefusal(address, none)).toBe(reason);
  });

  it('judges an address of an opened NAT64 by the IPv4 address in it', () => {
    const opened = { allowed: networks('64:ff9b::/96'), blocked: [] };
    expect(explainRefusal('64:ff9b::808:808', opened)).toBeUndefined();
    expect(explainRefusal('64:ff9b::a01:203', opened)).toBe('private');
    expect(explainRefusal('64:ff9b::a9fe:a9fe', opened)).toBe('link-local, cloud metadata');
    expect(
      explainRefusal('64:ff9b::a01:203', { ...opened, allowed: networks('64:ff9b::/96', '10.0.0.0/8') }),
    ).toBeUndefined();
  });

  it.each(['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'])(
    'lets the public address %s pass',
    (address) => {
      expect(explainRefusal(address, none)).toBeUndefined();
    },
  );

  it.each([
    '172.15.255.255',
    '172.32.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
    '2001:4860::8',
  ])('lets the public address %s pass', (address) => {
    expect(explainRefusal(address, none)).toBeUndefined();
  });

  it.each([
    '',
    'localhost',
    '0x7f000001',
    '017700000001',
    '2130706433',
    '127.1',
    '0177.0.0.1',
    'fe80::1%eth0',
    '[::1]',
  ])('refuses %j, which no resolver answers', (text) => {
    expect(explainRefusal(text, none)).toBe('not an address');
  });

  it('refuses every address of every range of the table', () => {
    const bytesArbitrary = fc.uint8Array({ minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(fc.constantFrom(...blockedRanges), bytesArbitrary, ({ cidr }, random) => {
        const [start, prefix] = ipaddr.parseCIDR(cidr);
        const inside = start.toByteArray().map((byte, index) => {
          const fixedBits = Math.min(8, Math.max(0, prefix - index * 8));
          const mask = (0xff << (8 - fixedBits)) & 0xff;
          return (byte & mask) | (random[index]! & ~mask & 0xff);
        });
        expect(explainRefusal(ipaddr.fromByteArray(inside).toString(), none)).toBeDefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses every IPv6 form of every IPv4 address', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(
        fc.tuple(octet, octet, octet, octet),
        fc.constantFrom('::ffff:', '64:ff9b::', '::'),
        (octets, prefix) => {
          expect(explainRefusal(`${prefix}${octets.join('.')}`, none)).toBeDefined();
        },
      ),
    );
  });

  it('opens exactly the ranges that configuration allows', () => {
    const allowed = networks('127.0.0.0/8', '::1', 'fd12::/16');
    expect(explainRefusal('127.8.8.8', { allowed, blocked: [] })).toBeUndefined();
    expect(explainRefusal('::1', { allowed, blocked: [] })).toBeUndefined();
    expect(explainRefusal('fd12::5', { allowed, blocked: [] })).toBeUndefined();
    expect(explainRefusal('128.0.0.1', { allowed, blocked: [] })).toBeUndefined();
    expect(explainRefusal('10.0.0.1', { allowed, blocked: [] })).toBe('private');
    expect(explainRefusal('::ffff:127.0.0.1', { allowed, blocked: [] })).toBe('IPv4-mapped');
    expect(explainRefusal('fd13::5', { allowed, blocked: [] })).toBe('unique local');
  });
});

describe('explainRefusal of ranges that configuration blocks', () => {
  it('refuses them besides, also where they are allowed', () => {
    const blocked = networks('8.8.0.0/16', '2600:1f00::/24', '127.0.0.5');
    const allowed = networks('127.0.0.0/8');
    for (const address of ['8.8.4.4', '2600:1f18::1', '127.0.0.5']) {
      expect(explainRefusal(address, { allowed, blocked })).toBe('blocked by configuration');
    }
    expect(explainRefusal('8.9.4.4', { allowed, blocked })).toBeUndefined();
    expect(explainRefusal('127.0.0.6', { allowed, blocked })).toBeUndefined();
  });
});

describe('parseNetwork', () => {
  it.each([
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/8/8',
    '10/8',
    '10.0.0.0/',
    'localhost',
    '10.0.0.0/-1',
    '',
    '0x0a.0.0.0/8',
  ])('refuses %j', (text) => {
    expect(parseNetwork(text)).toBeUndefined();
  });
});
