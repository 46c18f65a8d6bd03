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
  showMap();
};

let map: HTMLIFrameElement | undefined;

/**
 * The map is a page of its own, which is asked for once there is something to show. It is seen when it says that it is
 * drawn.
 */
const showMap = (): void => {
  const marks = document.querySelector('data');
  if (!marks) return removeMap();
  if (map) return tellMap();
  map = document.createElement('iframe');
  map.className = 'map waiting';
  map.title = marks.title;
  map.src = '../map/';
  marks.parentElement?.before(map);
};

const removeMap = (): void => {
  map?.remove();
  map = undefined;
};

const tellMap = (): void => {
  const marks = document.querySelector('data');
  if (!marks) return;
  map?.contentWindow?.postMessage(
    { language: document.documentElement.lang, marks: JSON.parse(marks.value) as unknown },
    location.origin,
  );
};

addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (!map || source !== map.contentWindow) return;
  if (data === 'drawn') map.classList.remove('waiting');
  if (data === 'ready') tellMap();
});

/** Not by `fetch`: the page's policy forbids turning text into HTML, and this reads a document. */
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

/** A hidden page does not poll. */
const askLater = (): void => {
  setTimeout(() => {
    if (document.hidden) document.addEventListener('visibilitychange', ask, { once: true });
    else ask();
  }, pauseMs);
};

showTimes();
showMap();
document.querySelector('.reload')?.remove();
if (!isFinal(document)) askLater();
