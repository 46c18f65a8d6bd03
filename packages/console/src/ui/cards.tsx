import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Tone, ToneIcon } from './icons.js';

export type Fact = readonly [term: string, value: ComponentChildren];

/** A list of terms and values about one subject. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

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

/** One thing that needs attention, and where it can be looked into. */
type ToldConcern = { words: string; href?: string | undefined; more?: { name: string; href: string } };

type VerdictProps = { tone: Tone; title: string; words?: string; concerns?: readonly ToldConcern[] };

/** The answer to "is everything all right?", in one line, and the concerns. */
export const Verdict = ({ tone, title, words, concerns = [] }: VerdictProps) => (
  <div class={`verdict tone-${tone}`} role="status">
    <ToneIcon tone={tone} />
    <div>
      <p>
        <strong>{title}</strong> {words && <span>{words}</span>}
      </p>
      {concerns.length > 0 && (
        <ul>
          {concerns.map((concern) => (
            <li key={concern.words}>
              {concern.href === undefined ? concern.words : <a href={concern.href}>{concern.words}</a>}
              {concern.more && (
                <>
                  {' '}
                  <a href={concern.more.href}>{concern.more.name}</a>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  </div>
);
