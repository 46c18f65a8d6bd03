import type { DeadLetterView } from '@delivery/contracts';

export type DeadLetterGroup = { key: string; reason: string; queue: string; letters: DeadLetterView[]; lastAt: string };

/** Those of one reason and queue have one cause most of the time. The group with the newest comes first. */
export const groupDeadLetters = (letters: readonly DeadLetterView[]): DeadLetterGroup[] => {
  const groups = new Map<string, DeadLetterGroup>();
  for (const letter of letters) {
    const key = `${letter.queue} ${letter.reason}`;
    const group = groups.get(key) ?? { key, reason: letter.reason, queue: letter.queue, letters: [], lastAt: '' };
    group.letters.push(letter);
    if (letter.last_at > group.lastAt) group.lastAt = letter.last_at;
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1));
};

/** An erased message cannot be replayed. */
export const replayable = (letters: readonly DeadLetterView[]): DeadLetterView[] =>
  letters.filter(({ erased_at }) => erased_at === null);
