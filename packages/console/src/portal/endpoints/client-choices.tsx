import type { Signal } from '@preact/signals';
import { useLive } from '../../api/live.js';
import { Choice, Choices } from '../../ui/fields.js';
import { Loaded } from '../../ui/states.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

type ClientProps = { chosen: Signal<string>; fault: string | undefined };

/** Which OAuth client signs the events of Open Delivery. */
export const ClientChoices = ({ chosen, fault }: ClientProps) => {
  const t = text().endpoints;
  const live = useLive(reads.oauthClients());
  return (
    <Choices legend={t.client} hint={t.clientHint} fault={fault}>
      <Loaded live={live}>
        {({ data }) => (
          <>
            {data.length === 0 && <p>{t.clientNone}</p>}
            {data.map(({ client_id: id, name }) => (
              <Choice
                key={id}
                type="radio"
                name="endpoint-client"
                isChosen={chosen.value === id}
                onChoose={() => (chosen.value = id)}
              >
                {name} <code>{id}</code>
              </Choice>
            ))}
          </>
        )}
      </Loaded>
    </Choices>
  );
};
