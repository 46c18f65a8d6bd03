import type { ComponentChildren } from 'preact';
import type { Live } from '../api/live.js';
import { CopyLink } from '../ui/buttons.js';
import { Loaded } from '../ui/states.js';
import { hrefTo } from './router.js';

type DetailPageProps<T> = {
  list: { place: readonly string[]; title: string };
  /** Until it is known what the page shows. */
  title: string;
  live: Live<T>;
  children: (data: T) => ComponentChildren;
};

/** The frame of a page about one thing: the way back to its list, and its link. */
export const DetailPage = <T,>({ list, title, live, children }: DetailPageProps<T>) => (
  <>
    <div class="crumbs title-row">
      <a href={hrefTo(list.place)}>{list.title}</a>
      <CopyLink />
    </div>
    {live.data.value === undefined && <h1>{title}</h1>}
    <Loaded live={live}>{children}</Loaded>
  </>
);
