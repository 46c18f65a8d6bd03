import type { DeliveryView } from '@delivery/contracts';
import { text } from '../text/index.js';
import { Badge, type Tone } from '../ui/icons.js';

const tones: Readonly<Record<DeliveryView['state'], Tone>> = {
  waiting: 'idle',
  in_flight: 'info',
  delivered: 'good',
  exhausted: 'bad',
  held: 'idle',
  skipped: 'idle',
};

/** One that waits for its turn is as it should be; one that waits after it failed is not. */
const toneOf = ({ state, attempt_count }: Told): Tone =>
  state === 'waiting' && attempt_count > 0 ? 'warn' : tones[state];

type Told = Pick<DeliveryView, 'state' | 'attempt_count'>;

export const DeliveryState = ({ delivery }: { delivery: Told }) => (
  <Badge tone={toneOf(delivery)} title={text().deliveryStateHint[delivery.state]}>
    {text().deliveryState[delivery.state]}
  </Badge>
);

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
          <strong>{short}</strong>: {meaning} {remedy}
        </p>
      ))}
    </section>
  );
};
