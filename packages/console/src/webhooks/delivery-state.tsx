import type { DeliveryView } from '@delivery/contracts';
import { text } from '../text/index.js';
import { Badge, type Tone } from '../ui/icons.js';

/** One that waits for its turn is as it should be; one that waits after it failed is not, and is called so. */
type Shown = DeliveryView['state'] | 'retrying';

const tones: Readonly<Record<Shown, Tone>> = {
  waiting: 'idle',
  retrying: 'warn',
  in_flight: 'info',
  delivered: 'good',
  exhausted: 'bad',
  held: 'idle',
  skipped: 'idle',
};

type Told = Pick<DeliveryView, 'state' | 'attempt_count'>;

const shownOf = ({ state, attempt_count }: Told): Shown =>
  state === 'waiting' && attempt_count > 0 ? 'retrying' : state;

export const DeliveryState = ({ delivery }: { delivery: Told }) => (
  <Badge tone={tones[shownOf(delivery)]} title={describeState(delivery)}>
    {text().deliveryState[shownOf(delivery)]}
  </Badge>
);

export const describeState = (delivery: Told): string => text().deliveryStateHint[shownOf(delivery)];

/** The error of an attempt, in words where its code is known. */
export const describeError = (code: string): string => text().deliveries.errors[code]?.short ?? code;

/** The meaning and the remedy of each of these errors, once; nothing where none of them is known. */
export const ErrorHelp = ({ codes }: { codes: readonly (string | null)[] }) => {
  const { errors, errorsHelp } = text().deliveries;
  const known = [...new Set(codes)].flatMap((code) => (code === null ? [] : (errors[code] ?? [])));
  if (known.length === 0) return null;
  return (
    <section aria-label={errorsHelp}>
      {known.map(({ short, meaning, remedy }) => (
        <p key={short} class="quiet">
          <strong>{short}</strong>: <Marked words={`${meaning} ${remedy}`} />
        </p>
      ))}
    </section>
  );
};

/** What stands between backticks as code. */
const Marked = ({ words }: { words: string }) => (
  <>{words.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
);
