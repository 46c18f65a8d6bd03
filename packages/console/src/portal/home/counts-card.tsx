import { formatCount } from '../../ui/format.js';
import { text } from '../text/index.js';

export type Counted = { name: string; count: number; href: string };
type CountsCardProps = { id: string; title: string; none: string; truncated: boolean; counts: readonly Counted[] };

/** Counts, each a link to the list of the counted entries. */
export const CountsCard = ({ id, title, none, truncated, counts }: CountsCardProps) => (
  <section class="card" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {counts.length === 0 ? (
      <p class="quiet">{none}</p>
    ) : (
      <ul class="count-list">
        {counts.map(({ name, count, href }) => (
          <li key={href}>
            <a href={href}>
              <span class="count">{formatCount(count)}</span> {name}
            </a>
          </li>
        ))}
      </ul>
    )}
    {truncated && <p class="quiet">{text().home.truncated}</p>}
  </section>
);
