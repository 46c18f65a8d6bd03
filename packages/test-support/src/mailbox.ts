import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/**
 * A mail server of its own, with what it has taken. `refuses`: it takes none, for now. `replies`: to an address, in place of taking its mail.
 * `held`: it answers nothing about an address whose name begins so, until it is released.
 * @param disabledCommands without STARTTLS among them, the server offers TLS with a self-signed certificate
 */
export const openMailbox = async (disabledCommands = ['STARTTLS']) => {
  const taken: { to: string[]; raw: string }[] = [];
  const asked: string[] = [];
  const release = new EventEmitter();
  const state = { refuses: false, replies: new Map<string, number>(), held: undefined as string | undefined };
  const answerTo = (address: string): Error | null => {
    const responseCode = state.refuses ? 451 : state.replies.get(address);
    return responseCode === undefined ? null : Object.assign(new Error('no'), { responseCode });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands,
    onRcptTo: ({ address }, _session, done) => {
      asked.push(address);
      const answer = () => done(answerTo(address));
      if (state.held !== undefined && address.startsWith(state.held)) release.once('release', answer);
      else answer();
    },
    onData: (stream, { envelope }, done) => {
      void readText(stream).then((raw) => {
        taken.push({ to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const subjects = () => taken.splice(0).map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]);
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    asked,
    state,
    release: () => release.emit('release'),
    subjects,
    close: () => new Promise<void>((done) => server.close(done)),
  };
};
