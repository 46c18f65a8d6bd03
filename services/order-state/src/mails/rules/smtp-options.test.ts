import { expect, test } from '@jest/globals';
import { toSmtpOptions } from './smtp-options.js';

test.each([
  ['smtp://mail.internal', { host: 'mail.internal', port: 587, secure: false, requireTLS: false }],
  ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, secure: false, requireTLS: false }],
  [
    'smtp://ana%40shop:p%2Fw@mail.example',
    {
      host: 'mail.example',
      port: 587,
      secure: false,
      requireTLS: true,
      auth: { user: 'ana@shop', pass: 'p/w' },
    },
  ],
  ['smtps://u:p@[::1]', { host: '::1', port: 465, secure: true, requireTLS: false, auth: { user: 'u', pass: 'p' } }],
])('%s', (url, options) => expect(toSmtpOptions(url)).toEqual(options));
