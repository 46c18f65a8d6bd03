import { ToneIcon } from './icons.js';

/** The fault of a typed or chosen value, beside it. */
export const Fault = ({ id, children }: { id: string; children: string }) => (
  <p class="fault" id={id}>
    <ToneIcon tone="bad" />
    {children}
  </p>
);
