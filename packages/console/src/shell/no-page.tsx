import { text } from '../text/index.js';
import { Empty } from '../ui/states.js';
import type { PlacedPage } from './app-definition.js';

export const noPage = (): PlacedPage => {
  const t = text().notFound;
  return {
    key: 'none',
    title: t.title,
    element: (
      <>
        <h1>{t.title}</h1>
        <Empty title={t.text} />
      </>
    ),
  };
};
