import { readMember } from '../../json-text.js';
import { renderClock, toText } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';
import { type ForwardedMessage, isTaken } from './forward-messages.js';

const [eventWidth, statusWidth] = [18, 20];

/** `21:14:03  5f1c0e9a #2  delivery_requested  ready                 200    12 ms`: 80 columns and less. */
export const renderLine = (terminal: Terminal, { message, forwarded }: ForwardedMessage, at: Date): string => {
  const read = (name: string) => readText(message.body, name);
  const answer = forwarded.kind === 'answered' ? String(forwarded.status) : forwarded.reason;
  const rest = isTaken(forwarded) ? ` ${forwarded.tookMs} ms` : 'comes again';
  const attempt = message.attempt > 1 ? `  attempt ${message.attempt}` : '';
  return [
    terminal.paint('faint', renderClock(at)),
    `${toText(read('id')?.slice(0, 8))} #${toText(message.headers['webhook-sequence'])}`,
    toText(read('event')).padEnd(eventWidth),
    toText(read('status')).padEnd(statusWidth),
    `${terminal.paint(isTaken(forwarded) ? 'good' : 'bad', answer)} ${rest}${attempt}`,
  ].join('  ');
};

/** A member that is text; other members are the receiver's own. */
const readText = (body: string, name: string): string | undefined => {
  const member = readMember(body, name);
  return member?.startsWith('"') ? String(JSON.parse(member)) : undefined;
};
