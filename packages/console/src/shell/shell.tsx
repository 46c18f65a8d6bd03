import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Problem } from '@delivery/contracts';
import { away, CallError, isAway, lastSeenAtMs } from '../api/request.js';
import { session, signOut } from '../api/session.js';
import { text } from '../text/index.js';
import { formatClock, formatCount, formatRelative } from '../ui/format.js';
import { Badge, Icon, Logo, ToneIcon } from '../ui/icons.js';
import { Menu } from '../ui/menu.js';
import { describeFailure, describeProblem, Notice, say } from '../ui/states.js';
import { nowMs } from '../ui/time.js';
import { zoneName } from '../ui/zone.js';
import { app } from './app-definition.js';
import { Preferences } from './preferences.js';
import { hrefTo, returnedTo, route, showAsLeft, shownTitle } from './router.js';
import { placesInLine } from './rules/navigation.js';
import { SearchBox } from './search.js';
import { ShortcutSheet, useShortcuts } from './shortcuts.js';

export const Shell = () => {
  const t = text();
  const { places, standing } = app();
  const here = route.value;
  const first = places[0]?.segment ?? '';
  const current = here.segments[0] ?? first;
  useShortcuts();
  return (
    <div class="shell">
      <a class="skip" href="#content" onClick={skipToContent}>
        {t.skip}
      </a>
      <header class="side">
        <a class="brand" href={hrefTo([first])}>
          <Logo />
          <span>
            {t.product}
            <Owner />
          </span>
        </a>
        <SearchBox />
        <Places current={current} />
        <div class="side-end">
          <Connection />
          {standing()}
          <Menu label={t.menu}>
            <Member />
            <Preferences />
            <button type="button" class="plain" onClick={() => void leave()}>
              <Icon name="signOut" />
              {t.signOut}
            </button>
          </Menu>
        </div>
      </header>
      <Content />
      <Notice />
      <ShortcutSheet />
    </div>
  );
};

/** Its line comes before its name, so that the page below does not move. */
const Owner = () => {
  const { owner } = app();
  return owner ? <small>{owner() ?? '\u00a0'}</small> : null;
};

/** The person who is signed in to the portal. */
const Member = () =>
  session.value && 'may_invite' in session.value && session.value.person !== null ? (
    <p class="person">
      <strong class="address">{session.value.person}</strong>
    </p>
  ) : null;

const Places = ({ current }: { current: string }) => {
  const t = text();
  const { places } = app();
  const isOpen = useSignal(false);
  const inLine = placesInLine(
    places.map(({ segment }) => segment),
    current,
  );
  useEffect(() => {
    isOpen.value = false;
  }, [current]);
  return (
    <nav aria-label={t.navigation} class={isOpen.value ? 'open' : undefined}>
      {places.map(({ segment, icon, name }) => (
        <a
          key={segment}
          href={hrefTo([segment])}
          class={inLine.includes(segment) ? undefined : 'rest'}
          aria-current={current === segment ? 'page' : undefined}
        >
          <Icon name={icon} />
          {name()}
        </a>
      ))}
      {inLine.length < places.length && (
        <button type="button" class="plain" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
          <Icon name="more" />
          {t.morePlaces}
        </button>
      )}
    </nav>
  );
};

/** The hash belongs to the router, so a link cannot jump by it. */
const skipToContent = (event: Event): void => {
  event.preventDefault();
  document.getElementById('content')?.focus();
};

const leave = async (): Promise<void> => {
  try {
    await signOut();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) session.value = null;
    else say(describeFailure(error), 'bad');
  }
};

/** Whether what is shown is of now. */
const Connection = () => {
  const t = text();
  if (isAway.value) return <Badge tone="bad">{lastSeen()}</Badge>;
  return (
    <span class="connection">
      <span class="pulse" aria-hidden="true" />
      {t.live}
    </span>
  );
};

const lastSeen = (): string => {
  return lastSeenAtMs.value === undefined ? text().unreachable : formatRelative(lastSeenAtMs.value, nowMs());
};

const AwayBanner = () => {
  const t = text();
  if (!away.value) return null;
  return (
    <div class="away">
      <ToneIcon tone="bad" />
      <p>
        {describeAway(away.value.problem)}{' '}
        {lastSeenAtMs.value !== undefined && t.away.shown(formatClock(lastSeenAtMs.value))}
      </p>
    </div>
  );
};

/** The cause, as the service itself gave it. */
const describeAway = (problem: Problem | undefined): string => {
  const t = text();
  if (!problem) return t.unreachable;
  if (!problem.outage) return describeProblem(problem);
  const { since, creates } = problem.outage;
  const orders = creates
    ? t.away.creates(formatCount(creates.accepted), formatCount(creates.unavailable))
    : t.away.createsUnknown;
  return `${t.away.database(formatClock(Date.parse(since)))} ${orders}`;
};

/**
 * A change of page is announced to assistive technology: the title changes, and the focus moves to the page's
 * beginning.
 */
const Content = () => {
  const t = text();
  const { title, key, element } = app().pageOf(route.value);
  const named = shownTitle.value ?? title;
  const owner = app().owner?.();
  const main = useRef<HTMLElement>(null);
  const shownKey = useRef(key);
  useSignalEffect(() => {
    // Announced once, not with each second that passes.
    const label = document.getElementById('away-status');
    if (label) label.textContent = isAway.value ? text().unreachable : '';
  });
  // With the page and not after it: what is pressed meanwhile would lose the focus again.
  useLayoutEffect(() => {
    document.title = [named, owner, t.product].filter(Boolean).join(' · ');
    if (shownKey.current === key) return;
    shownKey.current = key;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [named, owner, key]);
  const returned = returnedTo.value;
  useLayoutEffect(() => (returned && main.current ? showAsLeft(main.current, returned) : undefined), [returned]);
  return (
    <main id="content" tabIndex={-1} ref={main}>
      <p id="away-status" class="visually-hidden" role="status" />
      <AwayBanner />
      <div key={key} class={isAway.value ? 'stale' : undefined}>
        {element}
      </div>
      <p class="print-only quiet">
        {location.href} · {t.zone.label}: {zoneName()}
      </p>
    </main>
  );
};
