import type { Audited } from '@delivery/contracts';
import { formatCount } from '../../ui/format.js';
import { Badge } from '../../ui/icons.js';
import { text } from '../text/index.js';

const parts = ['delivered', 'in_flight', 'waiting', 'held', 'exhausted', 'skipped', 'purged'] as const;
type Part = (typeof parts)[number];

const widthTotal = 1_000;
/** So that a part of one in a million is seen. */
const widthMin = 4;

/** Where every webhook that was ever owed is now: two counts, made apart from each other, that must agree. */
export const AuditCard = ({ audit }: { audit: Audited }) => {
  const t = text().now;
  return (
    <section class="card audit" aria-labelledby="audit">
      <div class="title-row">
        <h2 id="audit">{t.audit}</h2>
        <BalanceBadge audited={audit} />
      </div>
      <p class="quiet">{audit.matched === 0 ? t.auditEmpty : t.auditText(formatCount(audit.matched))}</p>
      {audit.matched > 0 && <Whereabouts of={audit} />}
    </section>
  );
};

export const BalanceBadge = ({ audited: { balanced } }: { audited: Audited }) => {
  const t = text().now;
  return <Badge tone={balanced ? 'good' : 'bad'}>{balanced ? t.balanced : t.unbalanced}</Badge>;
};

export const Whereabouts = ({ of: audited }: { of: Audited }) => (
  <>
    <Bar audited={audited} />
    <dl class="legend">
      {parts.map((part) => (
        <div key={part}>
          <dt>
            <span class={`swatch part-${part}`} aria-hidden="true" />
            {nameOf(part)}
          </dt>
          <dd>{formatCount(audited[part])}</dd>
        </div>
      ))}
    </dl>
  </>
);

const nameOf = (part: Part): string => (part === 'purged' ? text().now.purged : text().deliveryState[part]);

const Bar = ({ audited }: { audited: Audited }) => {
  const total = parts.reduce((sum, part) => sum + audited[part], 0);
  const shown = parts.filter((part) => audited[part] > 0);
  const widths = shown.map((part) => Math.max(widthMin, (audited[part] / total) * widthTotal));
  const scale = widthTotal / widths.reduce((sum, width) => sum + width, 0);
  return (
    <svg class="bar" viewBox={`0 0 ${widthTotal} 16`} preserveAspectRatio="none" aria-hidden="true">
      <rect width={widthTotal} height="16" class="bar-empty" />
      {shown.map((part, index) => (
        <rect
          key={part}
          class={`part-${part}`}
          x={widths.slice(0, index).reduce((sum, width) => sum + width, 0) * scale}
          width={(widths[index] ?? 0) * scale}
          height="16"
        />
      ))}
    </svg>
  );
};
