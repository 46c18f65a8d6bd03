import { ToneIcon } from './icons.js';

/** What is wrong with what was typed or chosen, beside it. */
export const Fault = ({ id, children }: { id: string; children: string }) => (
  <p class="fault" id={id}>
    <ToneIcon tone="bad" />
    {children}
  </p>
);
