import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

type MenuProps = { label: string; children: ComponentChildren };

/** A button that opens more controls. The browser closes them by Esc or a click elsewhere, and gives the focus back. */
export const Menu = ({ label, children }: MenuProps) => {
  const id = useId();
  return (
    <>
      <button type="button" class="menu-button" popovertarget={id}>
        {label}
      </button>
      <div class="menu" id={id} popover="auto">
        {children}
      </div>
    </>
  );
};
