import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';

type FoldProps = { title: string; children: ComponentChildren };

/** A card of details: open where there is room for it, folded on a phone. */
export const Fold = ({ title, children }: FoldProps) => {
  const isOpen = useMemo(() => !matchMedia('(max-width: 48rem)').matches, []);
  return (
    <details class="card fold" open={isOpen}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
};
