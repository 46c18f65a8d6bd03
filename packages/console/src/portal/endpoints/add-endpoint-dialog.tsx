import { type Signal, useSignal } from '@preact/signals';
import type { EndpointType, WebhookEvent } from '@delivery/contracts';
import { Choice, Choices } from '../../ui/choices.js';
import { Dialog } from '../../ui/dialog.js';
import { discardDraft, draft } from '../../ui/draft.js';
import { Field } from '../../ui/field.js';
import { changes, type NewEndpoint } from '../api/changes.js';
import { text } from '../text/index.js';

const events = [
  'status_changed',
  'delivery_requested',
  'tracking_url_added',
] as const satisfies readonly WebhookEvent[];
const urlLengthMax = 2_048;
/** What is typed; a header's value is a secret, and is not kept beside the dialog. */
const draftNames = ['url', 'header', 'pace'].map((name) => `endpoint.${name}`);

type AddProps = { onAdded: (secret: string) => void; onClose: () => void };

export const AddEndpointDialog = ({ onAdded, onClose }: AddProps) => {
  const t = text().endpoints;
  const type = useSignal<EndpointType>('push');
  const chosen = useSignal<ReadonlySet<WebhookEvent>>(new Set());
  const headerValue = useSignal('');
  const isEnabled = useSignal(true);
  const [url, headerName, pace] = [draft('endpoint.url'), draft('endpoint.header'), draft('endpoint.pace')];
  const read = (): NewEndpoint => ({
    type: type.value,
    enabled: isEnabled.value,
    ...(chosen.value.size > 0 && { events: [...chosen.value] }),
    ...(type.value === 'push' && {
      url: url.value.trim(),
      ...(headerName.value && { header: { name: headerName.value.trim(), value: headerValue.value } }),
      ...(pace.value && { max_per_second: Number(pace.value) }),
    }),
  });
  return (
    <Dialog
      title={t.addTitle}
      submit={t.add}
      onClose={onClose}
      onSubmit={async () => {
        const { body } = await changes.addEndpoint(read());
        for (const name of draftNames) discardDraft(name);
        if (body) onAdded(body.secret);
      }}
    >
      <Choices legend={t.type}>
        {(['push', 'pull'] as const).map((each) => (
          <Choice
            key={each}
            type="radio"
            name="endpoint-type"
            isChosen={type.value === each}
            onChoose={() => {
              type.value = each;
            }}
          >
            {t.types[each]}
          </Choice>
        ))}
      </Choices>
      {type.value === 'push' && <Field label={t.addUrl} hint={t.addUrlHint} value={url} maxLength={urlLengthMax} />}
      <EventChoices chosen={chosen} />
      {type.value === 'push' && (
        <div class="fields">
          <Field label={t.addHeaderName} hint={t.addHeaderNameHint} value={headerName} isRequired={false} />
          <Field
            label={t.addHeaderValue}
            hint={t.addHeaderValueHint}
            value={headerValue}
            type="password"
            isRequired={headerName.value !== ''}
          />
          <Field label={t.addPace} hint={t.addPaceHint} value={pace} isRequired={false} maxLength={4} />
        </div>
      )}
      <Choice
        type="checkbox"
        isChosen={!isEnabled.value}
        onChoose={(isChosen) => {
          isEnabled.value = !isChosen;
        }}
      >
        {t.addDisabled}
      </Choice>
    </Dialog>
  );
};

const EventChoices = ({ chosen }: { chosen: Signal<ReadonlySet<WebhookEvent>> }) => {
  const { endpoints: t, event } = text();
  return (
    <Choices legend={t.addEvents} hint={t.addEventsHint}>
      {events.map((each) => (
        <Choice
          key={each}
          type="checkbox"
          isChosen={chosen.value.has(each)}
          onChoose={(isChosen) => {
            const next = new Set(chosen.value);
            if (isChosen) next.add(each);
            else next.delete(each);
            chosen.value = next;
          }}
        >
          {event[each]}
        </Choice>
      ))}
    </Choices>
  );
};
