/** The cookies of one browser. */
export type Jar = Map<string, string>;

/** The redirect URI names the console as the provider knows it; `origin` is where it answers here. */
export type ConsolePlace = { origin: string; redirectUri: string };

/** As a browser: keeps cookies, follows no redirect by itself. For an `https` redirect URI, the proxy in front says that it ended TLS. */
export const visit = async (jar: Jar, url: string, { origin, redirectUri }: ConsolePlace): Promise<Response> => {
  const answer = await fetch(url.replace(new URL(redirectUri).origin, origin), {
    redirect: 'manual',
    headers: {
      cookie: cookiesOf(jar),
      ...(url.startsWith('https:') ? { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' } : {}),
    },
  });
  keepCookies(jar, answer);
  return answer;
};

export const keepCookies = (jar: Jar, answer: Response): void => {
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    jar.set(name, value);
  }
};

export const cookiesOf = (jar: Jar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** @throws Error for an answer that is no redirect */
export const locationOf = (answer: Response): string => {
  if (answer.status === 302 || answer.status === 303) return answer.headers.get('location') ?? '';
  throw new Error(`expected a redirect, got ${answer.status}`);
};

/** From the console's button to where the provider sends the browser back to. That page is not visited yet. */
export const goToProvider = async (jar: Jar, issuer: string, place: ConsolePlace): Promise<string> => {
  let url = locationOf(await visit(jar, place.redirectUri.replace('/callback', ''), place));
  while (!url.startsWith(place.redirectUri)) url = new URL(locationOf(await visit(jar, url, place)), issuer).href;
  return url;
};
