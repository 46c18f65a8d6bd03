import type { SentRequest } from '@delivery/contracts';

const unknown: Readonly<Record<SentRequest['unknown'][number], string>> = {
  signature:
    'The signature: its secret was rotated out since, or was rotated minutes before it was sent, or the body was erased.',
  body: 'The body: the customer’s data has been erased from it since.',
  endpoint: 'The address and the own header: the endpoint was changed since, so the current ones are shown.',
  span: 'The middle part of traceparent, if tracing is on: the dispatcher chose it.',
};

export const requestsEn = {
  title: 'Request and answer',
  lead: 'Requests are not stored. This one was rebuilt from what is still known.',
  none: 'Nothing was sent yet.',
  which: 'Attempt',
  choice: (attempt: string, at: string) => `${attempt}, ${at}`,
  newest: 'The newest 100 attempts are shown.',
  head: 'Address and headers',
  fetched: 'fetched, not posted',
  body: 'Body',
  form: 'Form of the body',
  indented: 'Indented',
  raw: 'As sent',
  answer: 'What came back',
  answerNone: 'No answer, or nothing in it.',
  unknownTitle: 'What is no longer known',
  unknown,
  masked: 'Shown without possible customer data: the merchant’s own data, the tracking link and the text of a reason.',
  erased: 'Possible customer data was erased from it.',
  curl: 'Copy as curl',
  comparisonTitle: 'What differs between attempts',
  comparison: 'Compared with',
  same: 'Nothing but the attempt’s number, time and signature.',
  field: 'Header',
  here: 'This attempt',
  there: 'The other one',
  absent: 'absent',
  check: 'Check the signature',
  secret: 'Secret of the endpoint',
  secretHint: 'whsec_… It is used in this page alone and is neither sent nor kept.',
  checkNow: 'Check',
  verdict: {
    valid: 'The secret signed this request.',
    invalid: 'This secret did not sign this request. Check that it is the endpoint’s, and has not been rotated since.',
    no_secret: 'This is no secret: one begins with whsec_ and goes on in Base64. Copy it whole.',
    unavailable: 'The browser can only check over https. Open the page by its https address.',
  },
};
