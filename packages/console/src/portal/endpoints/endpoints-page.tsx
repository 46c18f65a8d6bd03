import { useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { ContactsCard } from '../../contacts/contacts-card.js';
import { Loaded } from '../../ui/states.js';
import { reads } from '../api/calls.js';
import { isSandbox } from '../session.js';
import { text } from '../text/index.js';
import { AddEndpointButton } from './add-endpoint-button.js';
import { EndpointTable } from './endpoint-table.js';

const summaryEveryMs = 5_000;

export const EndpointsPage = () => {
  const t = text().endpoints;
  const endpoints = useLive(reads.endpoints());
  const summary = useLive(reads.summary(), summaryEveryMs);
  return (
    <>
      <div class="title-row">
        <h1>{t.title}</h1>
        {mayChange.value && <AddEndpointButton onDone={endpoints.refresh} />}
      </div>
      <p class="lead">{t.lead}</p>
      <section class="card">
        <Loaded live={endpoints}>
          {({ data }) => <EndpointTable endpoints={data} summary={summary.data.value} />}
        </Loaded>
      </section>
      <ContactsCard path="/contacts" isSandbox={isSandbox.value} />
    </>
  );
};
