import { DeliveryList } from '../webhooks/delivery-list.js';
import { ReplayButtons, ReplayList, useReplays } from '../webhooks/replays.js';
import { own } from './calls.js';
import { text } from './text/index.js';

export const DeliveriesPage = ({ query }: { query: URLSearchParams }) => {
  const t = text().deliveries;
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <DeliveryList owner={own} caption={t.title} query={query} />
    </>
  );
};

export const ReplaysPage = () => {
  const t = text().replays;
  const pages = useReplays(own.path);
  return (
    <>
      <div class="title-row">
        <h1>{t.titleOfList}</h1>
        <ReplayButtons owner={own.path} pages={pages} />
      </div>
      <p class="lead">{t.lead}</p>
      <section class="card">
        <ReplayList caption={t.titleOfList} pages={pages} />
      </section>
    </>
  );
};
