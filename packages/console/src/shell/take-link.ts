/** The secret of a portal link is in the fragment alone, which no server sees. */
const linkOf = (hash: string): string | undefined => /^#link=(.+)$/.exec(hash)?.[1];

/** Takes it out of the address and of the browser's history, where a reload, a bookmark or a look over the shoulder would find it. */
export const takeLink = (): string | undefined => {
  const link = linkOf(location.hash);
  if (link !== undefined) location.replace('#/');
  return link;
};

/** A link that is opened in a page that is there already begins anew, as in a new one. */
export const restartAtLinks = (): void => {
  addEventListener('hashchange', () => {
    if (linkOf(location.hash) !== undefined) location.reload();
  });
};
