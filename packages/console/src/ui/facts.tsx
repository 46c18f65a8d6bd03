import type { ComponentChildren } from 'preact';

/** Terms and what they are, for one thing. */
export const Facts = ({ facts }: { facts: readonly (readonly [term: string, value: ComponentChildren])[] }) => (
  <dl class="facts">
    {facts.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
