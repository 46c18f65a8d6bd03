import { OrderTimesPage } from '../../lanes/order-times-page.js';
import { own } from '../calls.js';
import { text } from '../text/index.js';

export const TimesPage = ({ query }: { query: URLSearchParams }) => {
  const t = text().orderTimes;
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <OrderTimesPage owner={own} path="/order-times" place={['times']} query={query} />
    </>
  );
};
