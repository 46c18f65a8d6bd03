/** Links to calls and tags of the time when one page had all of them lead on to the page that has them now. */
const { hash } = location;
const [operation] = /operation\/\w+/.exec(hash) ?? [];
const [, tag] = /^#tag\/([^/]+)/.exec(decodeURIComponent(hash)) ?? [];
const slug = tag?.replaceAll(/[^\w-]/g, '').toLowerCase();
const links = [...document.querySelectorAll<HTMLAnchorElement>('main a')];
const target =
  links.find((link) => operation !== undefined && link.hash === `#${operation}`) ??
  links.find((link) => slug !== undefined && link.pathname.endsWith(`/reference-${slug}`));
if (target) location.replace(target.href);
else if (slug !== undefined) document.getElementById(slug)?.scrollIntoView();
