import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

type OpenButtonProps = {
  label: string;
  kind?: 'primary' | 'danger' | undefined;
  /** The content that is open until it calls `close`. */
  children: (close: () => void) => ComponentChildren;
};

/** A button that opens a dialog. */
export const OpenButton = ({ label, kind, children }: OpenButtonProps) => {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class={kind === 'primary' ? 'primary' : ''} onClick={() => (isOpen.value = true)}>
        {label}
      </button>
      {isOpen.value && children(() => (isOpen.value = false))}
    </>
  );
};
