import type { ComponentChildren } from 'preact';
import type { PreviewedEndpoint, WebhookPreview } from '@delivery/contracts';
import { text } from '../text/index.js';
import { formatAbout, formatCount, formatDuration, formatRate } from '../ui/format.js';
import { describeFailure } from '../ui/states.js';
import type { Preview } from './use-preview.js';

/** The effect of an action, in words; announced again when it changes. */
export const PreviewBox = <T,>({
  preview,
  children,
}: {
  preview: Preview<T>;
  children: (value: T) => ComponentChildren;
}) => {
  const t = text();
  const value = preview.value.value;
  const error = preview.error.value;
  return (
    <div class="preview" role="status">
      {value !== undefined && children(value)}
      {value === undefined && error === undefined && <p class="quiet">{t.preview.counting}</p>}
      {error && (
        <div class="title-row">
          <p>{describeFailure(error)}</p>
          <button type="button" onClick={preview.refresh}>
            {t.retry}
          </button>
        </div>
      )}
    </div>
  );
};

type WordsProps = { value: WebhookPreview; verb: 'sendsAgain' | 'sends'; nothing: string };

export const WebhookPreviewWords = ({ value, verb, nothing }: WordsProps) => {
  const t = text().preview;
  if (value.deliveries === 0) {
    return (
      <>
        <p class="preview-sum">{nothing}</p>
        <LeftOut count={value.left_out} />
      </>
    );
  }
  const bound = (words: string): string => (value.truncated ? t.moreThan(words) : words);
  const webhooks = bound(t.webhooks(value.deliveries, formatCount(value.deliveries)));
  const orders = bound(t.orders(value.orders, formatCount(value.orders)));
  const seconds = value.estimated_seconds;
  return (
    <>
      <p class="preview-sum">
        {t[verb](webhooks, orders)}
        {seconds === null ? t.noTime : t.about(bound(formatAbout(seconds)))}
      </p>
      {value.running_replay_id !== null && <p>{t.running}</p>}
      <Obstacles endpoints={value.endpoints} />
      <LeftOut count={value.left_out} />
      {seconds !== null && <Basis endpoints={value.endpoints} />}
    </>
  );
};

const LeftOut = ({ count }: { count: number }) =>
  count === 0 ? null : <p class="quiet">{text().preview.leftOut(count, formatCount(count))}</p>;

/** For each server without an estimate, the reason why there is none. */
const Obstacles = ({ endpoints }: { endpoints: readonly PreviewedEndpoint[] }) => {
  const t = text().preview;
  return (
    <>
      {endpoints.flatMap(({ id, url, blocked_by, deliveries }) =>
        blocked_by === null
          ? []
          : [
              <p key={id} class="address">
                {t.blocked_by[blocked_by](t.webhooks(deliveries, formatCount(deliveries)), url ?? '')}
              </p>,
            ],
      )}
    </>
  );
};

/** The slowest one says how it was reckoned. */
const Basis = ({ endpoints }: { endpoints: readonly PreviewedEndpoint[] }) => {
  const t = text().preview;
  const slowest = endpoints.reduce<PreviewedEndpoint | undefined>(
    (most, one) => ((one.estimated_seconds ?? 0) > (most?.estimated_seconds ?? -1) ? one : most),
    undefined,
  );
  if (!slowest || slowest.per_second === null) return null;
  const rate = formatRate(slowest.per_second);
  return (
    <p class="quiet">
      {slowest.answer_ms === null ? t.basisUnmeasured(rate) : t.basis(formatDuration(slowest.answer_ms), rate)}
    </p>
  );
};
