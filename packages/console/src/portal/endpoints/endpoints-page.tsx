import type { EndpointView, MerchantSummary } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { ContactsCard } from '../../contacts/contacts-card.js';
import { Empty, Loaded } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { endpointColumns } from '../../webhooks/endpoint-table.js';
import { reads } from '../calls.js';
import { isSandbox } from '../owner.js';
import { text } from '../text/index.js';
import { AddEndpointButton } from './add-endpoint.js';
import { conditionOf } from './rules/endpoint-health.js';

const summaryEveryMs = 5_000;

export const EndpointsPage = () => {
  const t = text().endpoints;
  const endpoints = useLive(reads.endpoints());
  const summary = useLive(reads.summary(), summaryEveryMs);
  return (
    <>
      <div class="title-row">
        <h1>{t.title}</h1>
        {mayChange.value && <AddEndpointButton />}
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

type EndpointTableProps = { endpoints: readonly EndpointView[]; summary: MerchantSummary | undefined };

export const EndpointTable = ({ endpoints, summary }: EndpointTableProps) => {
  const t = text().endpoints;
  if (endpoints.length === 0) return <Empty title={t.none}>{t.noneText}</Empty>;
  return <Table caption={t.title} columns={columns(summary)} keyOf={({ id }) => id} rows={endpoints} />;
};

const columns = (summary: MerchantSummary | undefined): Column<EndpointView>[] => {
  const { endpoints: t, event } = text();
  return endpointColumns({
    conditionOf: (row) => conditionOf(row, summary),
    failingSinceOf: ({ id }) => summary?.endpoints.find((each) => each.id === id)?.failing_since,
    more: [
      {
        key: 'events',
        header: t.events,
        cell: ({ events }) => events?.map((each) => event[each]).join(', ') ?? t.standardEvents,
      },
    ],
  });
};
