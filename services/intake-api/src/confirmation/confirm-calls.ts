import { type Confirmation, confirmationSchema, type MailLanguage, mailLanguages } from '@delivery/contracts';
import { type Answer, type Exchange, ProblemError } from '@delivery/http-edge';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { answerDeadlineMs, OrderStateUnavailableError } from '../order-state/order-state-client.js';
import { unanswerable } from '../order-state/pass-through.js';
import { pageHeaders, pagePolicy, renderCard, renderDocument } from '../pages/document.js';
import type { OpenSpec } from '../routes/call.js';
import { renderNotice } from '../tracking/render-page.js';
import { languageOf, type LookDeps, takeLook } from '../tracking/tracking-calls.js';
import { words } from './words.js';

export type ConfirmDeps = LookDeps & {
  orderState: MerchantCalls;
  /** Why an address could not be confirmed. */
  onFailure: (error: unknown) => void;
};

/** All confirmations together have the share of one merchant. */
const callerId = 'confirmation';
const tokenPattern = /^[\w-]{43}$/;
const path = '/contacts/:language/:token';
const headers = pageHeaders([...pagePolicy, "form-action 'self'"]);

/**
 * The page on which the owner of an address agrees to get mails. Opening it changes nothing, because mail scanners open
 * links; its button does.
 */
export const confirmCalls = (deps: ConfirmDeps): OpenSpec[] => [
  {
    method: 'GET',
    path,
    open: answerIn(deps, (_token, language) => Promise.resolve(toPage(200, renderAsk(language)))),
  },
  {
    method: 'POST',
    path,
    open: answerIn(deps, async (token, language) => toAnswer(await confirm(deps, token), language)),
  },
];

type AnswerLink = (token: string, language: MailLanguage) => Promise<Answer>;

/** A malformed link is answered without a call to order-state. */
const answerIn =
  (deps: ConfirmDeps, answer: AnswerLink): OpenSpec['open'] =>
  async ({ request, params }: Exchange) => {
    const { allowed, headers: limits } = takeLook(deps, request);
    const language = mailLanguages.find((known) => known === params['language']);
    const token = params['token'] ?? '';
    if (!allowed) return toPage(429, renderNotice('limited', language ?? languageOf(request)), limits);
    if (!language || !tokenPattern.test(token))
      return toPage(404, renderNotice('unknown', language ?? languageOf(request)), limits);
    const answered = await answer(token, language);
    return { ...answered, headers: { ...answered.headers, ...limits } };
  };

const confirm = async (
  { orderState, onFailure }: ConfirmDeps,
  token: string,
): Promise<Confirmation | { state: 'unavailable' }> => {
  try {
    const { status, body } = await orderState.call(callerId, {
      method: 'POST',
      path: '/internal/v1/contacts/confirm',
      timeoutMs: answerDeadlineMs,
      body: Buffer.from(JSON.stringify({ token })),
    });
    if (status !== 200) throw unanswerable(new Error(`order-state answered ${status}`));
    return confirmationSchema.parse(JSON.parse(body.toString('utf8')));
  } catch (error) {
    if (!(error instanceof OrderStateUnavailableError || error instanceof ProblemError)) throw error;
    onFailure(error);
    return { state: 'unavailable' };
  }
};

const toAnswer = (confirmation: Confirmation | { state: 'unavailable' }, language: MailLanguage): Answer => {
  switch (confirmation.state) {
    case 'confirmed':
      return toPage(200, renderResult(language, words[language].confirmed(confirmation.owner)));
    case 'ended':
      return toPage(410, renderResult(language, words[language].ended));
    case 'unknown':
      return toPage(404, renderResult(language, words[language].unknown));
    case 'unavailable':
      return toPage(503, renderResult(language, words[language].unavailable), { 'retry-after': '60' });
  }
};

const renderAsk = (language: MailLanguage): string => {
  const { lang, ask, button } = words[language];
  const [title, detail] = ask;
  return renderDocument(
    lang,
    title,
    renderCard(title, detail, `<form method="post"><button>${button}</button></form>`),
  );
};

const renderResult = (language: MailLanguage, [title, detail]: readonly [string, string]): string =>
  renderDocument(words[language].lang, title, renderCard(title, detail));

const toPage = (status: number, body: string, more: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  body,
  headers: { ...headers, ...more },
});
