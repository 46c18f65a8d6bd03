import { computed, effect, signal } from '@preact/signals';
import type { MerchantSession, OperatorRole, OperatorSession, SignedOut } from '@delivery/contracts';
import { forgetHistoryEntries } from '../browser/remembered.js';
import { CallError, request } from './request.js';

const path = '/session';

/** At the one app an operator's, at the other a merchant's. */
type Session = OperatorSession | MerchantSession;

/** undefined: not asked yet; null: not signed in. */
export const session = signal<Session | null | undefined>(undefined);

effect(() => {
  if (session.value === null) forgetHistoryEntries();
});

/** All tabs share the cookie: if another account signs in in one of them, all of them show it. */
export const isReplaced = signal(false);

const accountOf = (of: Session): string => ('merchant_id' in of ? of.merchant_id : (of.person ?? of.roles.join()));

const tabs = new BroadcastChannel(`session of ${location.pathname}`);
tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (session.value && accountOf(session.value) !== data) isReplaced.value = true;
});
effect(() => {
  if (session.value) tabs.postMessage(accountOf(session.value));
});

/** Whether the session ended by itself: the token was changed, or the time is over. */
export const wasThrownOut = signal(false);

/** The operator who is signed in. */
export const operator = computed(() => (session.value && 'roles' in session.value ? session.value : undefined));

/**
 * Decides which actions are offered: an operator's roles decide, and a merchant may do all with its own or only look.
 * The service refuses actions that are not permitted in any case.
 */
export const may = (role: OperatorRole): boolean => {
  if (!session.value) return false;
  return 'roles' in session.value ? session.value.roles.includes(role) : session.value.scope !== 'read';
};

/** Whether a merchant's session may change anything. */
export const mayChange = computed(() => may('act'));

/** Why the link with which the page was opened began no session. */
export const linkFailure = signal<CallError | undefined>(undefined);

/** @throws CallError */
export const signIn = async (credentials: Readonly<Record<string, string>>): Promise<void> => {
  const { body } = await request<Session>({ method: 'POST', path, body: credentials });
  wasThrownOut.value = false;
  linkFailure.value = undefined;
  session.value = body ?? null;
};

/** @throws CallError where the service is away: the cookie would live on. */
export const signOut = async (): Promise<void> => {
  const { body } = await request<SignedOut>({ method: 'DELETE', path });
  wasThrownOut.value = false;
  session.value = null;
  // At the identity provider, which would let the next person in as this one.
  if (body?.url) location.assign(body.url);
};

/** @throws CallError for anything but an answer or 401 */
export const resumeSession = async (): Promise<void> => {
  try {
    const { body } = await request<Session>({ path });
    session.value = body ?? null;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    session.value = null;
  }
};

/**
 * Begins a session with the secret of a portal link.
 * @throws CallError where the service is away: the link may be good still
 */
export const signInByLink = async (link: string): Promise<void> => {
  try {
    const { body } = await request<Session>({ method: 'POST', path, body: { link } });
    session.value = body ?? null;
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0 || error.status >= 500) throw error;
    linkFailure.value = error;
    session.value = null;
  }
};

/** For every call that is answered 401. */
export const noteThrownOut = (): void => {
  if (!session.value) return;
  wasThrownOut.value = true;
  session.value = null;
};
