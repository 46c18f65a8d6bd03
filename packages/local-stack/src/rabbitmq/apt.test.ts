import { describe, expect, it } from '@jest/globals';
import { parseInstalled, parseSimulation, selectPackages } from './apt.js';

const simulation = `Reading package lists...
Inst libssl3 (3.0.17-1~deb12u3 Debian:12.12/stable [amd64])
Inst libc6 [2.36-9] (2.36-9+deb12u10 Debian:12.12/stable [amd64])
Inst adduser (3.134 Debian:12.12/stable [all])
Inst erlang-base (1:25.2.3+dfsg-1+deb12u4 Debian:12.12/stable [amd64])
Inst rabbitmq-server (3.10.8-1.1+deb12u1 Debian:12.12/stable, Debian-Security:12/stable-security [all])
Conf libssl3 (3.0.17-1~deb12u3 Debian:12.12/stable [amd64])
`;

describe('package selection', () => {
  it('takes all of Erlang and RabbitMQ, and of the libraries only those that are missing', () => {
    const installed = parseInstalled('ii  libc6\nii  erlang-base\nrc  libssl3\n');

    expect(selectPackages(parseSimulation(simulation), installed)).toEqual([
      { name: 'libssl3', version: '3.0.17-1~deb12u3' },
      { name: 'erlang-base', version: '1:25.2.3+dfsg-1+deb12u4' },
      { name: 'rabbitmq-server', version: '3.10.8-1.1+deb12u1' },
    ]);
  });

  it('finds nothing in the output of a failed simulation', () => {
    expect(parseSimulation('E: Unable to locate package rabbitmq-server\n')).toEqual([]);
  });
});
