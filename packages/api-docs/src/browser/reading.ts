/** Marks in the contents what is being read: the last section that begins above the upper third of the window. */
export const followReading = (): void => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a[href^="#"]')];
  const places = links.flatMap((link) => {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return target ? [{ link, target }] : [];
  });
  let current: HTMLAnchorElement | undefined;
  let isPlanned = false;
  const mark = (): void => {
    isPlanned = false;
    const line = innerHeight / 3;
    // On a phone the contents are shorter: only what is shown there can be marked.
    const shown = places.filter(({ link }) => link.offsetParent !== null);
    const next = shown.filter(({ target }) => target.getBoundingClientRect().top <= line).at(-1)?.link;
    if (next === current) return;
    current?.removeAttribute('aria-current');
    next?.setAttribute('aria-current', 'location');
    if (next) keepInView(next);
    current = next;
  };
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(mark);
  };
  addEventListener('scroll', plan, { passive: true });
  addEventListener('resize', plan);
  mark();
};

/** Scrolls the contents alone: `scrollIntoView` would move the page as well. */
const keepInView = (link: HTMLElement): void => {
  const list = link.closest<HTMLElement>('.contents');
  if (!list) return;
  const [outer, inner] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 3;
  if (inner.left < outer.left || inner.right > outer.right) list.scrollLeft += inner.left - outer.left - 20;
};
