import { type Signal, useSignal } from '@preact/signals';
import { text } from '../text/index.js';
import { discardDraft, draft, Field } from '../ui/fields.js';
import { yesterdayOf } from '../ui/rules/dates.js';
import { toLocalInput, toUtc, zoneName } from '../ui/zone.js';

const replayable = ['exhausted', 'delivered'] as const;
type Replayable = (typeof replayable)[number];

/** The range of a replay, as the API takes it. */
export type NewRange = {
  since: string;
  until: string;
  states: Replayable[];
  endpoint_id?: string;
  events?: readonly string[];
};

/** To which alone webhooks are sent again. */
export type ReplayedEndpoint = { id: string; failingSince: string | null | undefined };

type Range = {
  since: Signal<string>;
  until: Signal<string>;
  isChosen: Signal<Readonly<Record<Replayable, boolean>>>;
  /** `undefined`: it is none. */
  read: () => NewRange | undefined;
  choose: (sinceMs: number, untilMs: number) => void;
  /** It was sent. */
  discard: () => void;
};

const minuteMs = 60_000;
const dayMs = 86_400_000;

const readRange = (
  since: string,
  until: string,
  isChosen: Readonly<Record<Replayable, boolean>>,
): NewRange | undefined => {
  const states = replayable.filter((state) => isChosen[state]);
  // A field that is cleared, or not filled in as a whole, is empty.
  if (since === '' || until === '' || states.length === 0) return undefined;
  return { since: toUtc(since), until: toUtc(until), states };
};

/** The last day, until something else is typed or chosen; under `name` it is found again. */
export const useReplayRange = (name: string, endpoint?: ReplayedEndpoint): Range => {
  const since = draft(`${name}.since`, toLocalInput(Date.now() - dayMs));
  // The minute that has begun belongs to it.
  const until = draft(`${name}.until`, toLocalInput(Date.now() + minuteMs));
  const isChosen = useSignal<Readonly<Record<Replayable, boolean>>>({ exhausted: true, delivered: false });
  return {
    since,
    until,
    isChosen,
    read: () => {
      const range = readRange(since.value, until.value, isChosen.value);
      return range && { ...range, ...(endpoint && { endpoint_id: endpoint.id }) };
    },
    choose: (sinceMs, untilMs) => {
      since.value = toLocalInput(sinceMs);
      until.value = toLocalInput(untilMs);
    },
    discard: () => {
      discardDraft(`${name}.since`);
      discardDraft(`${name}.until`);
    },
  };
};

type ReplayRangeProps = { range: Range; endpoint?: ReplayedEndpoint | undefined };

export const ReplayRange = ({ range: { since, until, isChosen, choose }, endpoint }: ReplayRangeProps) => {
  const { replays: t, deliveryState, endpoints } = text();
  const failingSince = endpoint?.failingSince;
  const chooseYesterday = (): void => {
    const { sinceMs, untilMs } = yesterdayOf(Date.now(), zoneName());
    choose(sinceMs, untilMs);
  };
  return (
    <>
      <div class="row-actions" role="group" aria-label={t.range}>
        <button type="button" onClick={chooseYesterday}>
          {t.yesterday}
        </button>
        {failingSince && (
          <button type="button" onClick={() => choose(Date.parse(failingSince), Date.now() + minuteMs)}>
            {t.sinceFailing}
          </button>
        )}
      </div>
      <div class="fields">
        <Field label={t.since} type="datetime-local" value={since} />
        <Field label={t.until} type="datetime-local" value={until} />
      </div>
      <fieldset>
        <legend>{endpoints.state}</legend>
        {replayable.map((state) => (
          <label key={state} class="choice">
            <input
              type="checkbox"
              checked={isChosen.value[state]}
              // One of them at least: the browser says so where none is.
              required={replayable.every((each) => !isChosen.value[each])}
              onChange={(event) => (isChosen.value = { ...isChosen.value, [state]: event.currentTarget.checked })}
            />
            {deliveryState[state]}
          </label>
        ))}
      </fieldset>
    </>
  );
};
