import { type Signal, signal } from '@preact/signals';

const drafts = new Map<string, Signal<string>>();

/** A draft of typed text, under a name. It outlives its form: a session may end, or the page may be left by mistake. */
export const draft = (name: string, initial = ''): Signal<string> => {
  const known = drafts.get(name);
  if (known) return known;
  const begun = signal(initial);
  drafts.set(name, begun);
  return begun;
};

/** It was sent. */
export const discardDraft = (name: string): void => {
  drafts.delete(name);
};
