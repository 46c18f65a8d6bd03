import { type Tone, ToneIcon } from './icons.js';

/** One thing that needs attention, and where it can be looked into. */
type ToldConcern = { words: string; href?: string | undefined };

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
            </li>
          ))}
        </ul>
      )}
    </div>
  </div>
);
