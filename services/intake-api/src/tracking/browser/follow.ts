const everyMs = 15_000;
const pauseMaxMs = 120_000;

const parts = [...document.querySelectorAll('[data-part]')];
/** Each part as the server wrote it: times are shown otherwise. */
const written = new Map(parts.map((part) => [part, part.innerHTML]));
const clock = new Intl.DateTimeFormat(navigator.language, { hour: '2-digit', minute: '2-digit' });
let [pauseMs, etag]: [number, string | null] = [everyMs, null];

/** By the clock of the browser. */
const showTimes = (): void => {
  for (const time of document.querySelectorAll('time')) time.textContent = clock.format(new Date(time.dateTime));
};

/** Only what has changed, so that a screen reader says nothing twice. */
const show = (fresh: Document): void => {
  for (const part of parts) {
    const now = fresh.querySelector(`[data-part="${part.getAttribute('data-part')}"]`);
    if (!now || now.innerHTML === written.get(part)) continue;
    written.set(part, now.innerHTML);
    part.replaceChildren(...now.childNodes);
  }
  showTimes();
};

/** Not by `fetch`: the page's policy lets no text become HTML, and this reads a document. */
const ask = (): void => {
  const request = new XMLHttpRequest();
  request.open('GET', location.href);
  request.responseType = 'document';
  // A 304 names no type, and would be read as XML.
  request.overrideMimeType('text/html');
  if (etag !== null) request.setRequestHeader('if-none-match', etag);
  request.addEventListener('loadend', () => {
    const { status, responseXML: page } = request;
    if (status === 404 || status === 410) return location.reload();
    pauseMs = status === 200 || status === 304 ? everyMs : Math.min(pauseMs * 2, pauseMaxMs);
    if (status === 200 && page) {
      etag = request.getResponseHeader('etag');
      show(page);
      if (isFinal(page)) return;
    }
    askLater();
  });
  request.send();
};

const isFinal = (page: Document): boolean => page.querySelector('[data-final]') !== null;

/** While nobody looks at the page it asks nothing. */
const askLater = (): void => {
  setTimeout(() => {
    if (document.hidden) document.addEventListener('visibilitychange', ask, { once: true });
    else ask();
  }, pauseMs);
};

showTimes();
document.querySelector('.reload')?.remove();
if (!isFinal(document)) askLater();
