import type { LivePages } from '../api/pages.js';
import { text } from '../text/index.js';

/** Below a list: more of it. */
export const More = <T,>({ pages }: { pages: LivePages<T> }) => {
  const t = text();
  if (!pages.hasMore.value) return null;
  return (
    <p class="more">
      <button type="button" onClick={pages.loadMore} disabled={pages.isLoadingMore.value}>
        {pages.isLoadingMore.value ? t.loading : t.loadMore}
      </button>
    </p>
  );
};

/** Above a list that stands still because too much is new. */
export const Newest = <T,>({ pages }: { pages: LivePages<T> }) =>
  pages.isBehind.value ? (
    <p class="more newest">
      <button type="button" onClick={pages.showNewest}>
        {text().showNewest}
      </button>
    </p>
  ) : null;
