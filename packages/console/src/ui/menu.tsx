import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

type MenuProps = { label: string; children: ComponentChildren };

/** A button that opens more controls. The browser closes them by Esc or a click elsewhere, and gives the focus back. */
export const Menu = ({ label, children }: MenuProps) => {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Another page: on a phone the menu would cover its navigation.
    const close = (): void => menu.current?.hidePopover();
    addEventListener('hashchange', close);
    return () => removeEventListener('hashchange', close);
  }, []);
  return (
    <>
      <button type="button" class="menu-button" popovertarget={id}>
        {label}
      </button>
      <div class="menu" id={id} popover="auto" ref={menu}>
        {children}
      </div>
    </>
  );
};
