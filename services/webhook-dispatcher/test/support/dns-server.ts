import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** Addresses and TTL of a name, or an error code; `silence` never answers. Called for each query of each family. */
export type Zone = (
  name: string,
  family: 4 | 6,
) => { addresses: readonly string[]; ttlSeconds: number } | 'nxdomain' | 'servfail' | 'silence';

export type DnsServer = {
  /** `ip:port`, as resolvers take it. */
  address: string;
  queries: readonly { name: string; family: 4 | 6 }[];
  answerWith: (zone: Zone) => void;
  close: () => Promise<void>;
};

const typeA = 1;
const typeAaaa = 28;
const responseCodes = { servfail: 2, nxdomain: 3 } as const;

/** A DNS server on a loopback UDP port that answers A and AAAA as configured. */
export const startDnsServer = async (zone: Zone): Promise<DnsServer> => {
  const socket = createSocket('udp4');
  const queries: { name: string; family: 4 | 6 }[] = [];
  let current = zone;
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    const family = type === typeAaaa ? 6 : 4;
    queries.push({ name, family });
    const answer = current(name, family);
    if (answer === 'silence') return;
    const { addresses, ttlSeconds } = typeof answer === 'string' ? { addresses: [], ttlSeconds: 0 } : answer;
    const fitting = addresses.filter((address) => isIPv6(address) === (family === 6));
    const records = fitting.map((address) => toRecord(address, ttlSeconds));
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8580 | (typeof answer === 'string' ? responseCodes[answer] : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    answerWith: (next) => {
      current = next;
    },
    close: async () => {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
};

const readQuestion = (query: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

/** Name by pointer to the question, class IN. */
const toRecord = (address: string, ttlSeconds: number): Buffer => {
  const data = isIPv6(address) ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number));
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(data.length === 4 ? typeA : typeAaaa, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(ttlSeconds, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
};

/** By way of a URL, which writes every IPv6 address as hexadecimal groups. */
const ipv6Bytes = (address: string): Buffer => {
  const [head = '', tail = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  const all = [...groups(head), ...zeros, ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
};
