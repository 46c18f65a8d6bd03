import type { FieldNotes } from './field-notes.js';

const otherClientNote = 'Of format `open_delivery`: another client, whose secret signs from now on. Absent: as it is.';

/** Endpoints, as merchants know them. */
export const endpointNotes: FieldNotes = {
  EndpointType: { '': '`push`: webhooks are posted to its URL. `pull`: they wait until you fetch them.' },
  EndpointSettings: {
    name: 'For people: shown instead of the URL. `null` or absent: none.',
    type: 'It stays as it is: another one is refused. Absent: as it is.',
    enabled: 'Absent: as it is. `false`: what comes is held; `true`: what was held goes out, in order.',
    oauth_client_id: otherClientNote,
    url: 'Of a push endpoint, which must have one: absolute https URL of a public host; no user-info, no fragment.',
    events:
      'Which events to send. `null` or absent: the three standard ones, `status_changed`, `tracking_url_added` and `delivery_requested`.',
    max_per_second:
      'Most webhooks that it gets in a second: the rest waits its turn, in order. `null` or absent: as many as it takes.',
    header:
      'One more header of every webhook, such as `Authorization`. Absent: it stays as it is; `null`: none. Its value is never shown, and for a URL of another origin it has to be given again.',
  },
  EndpointChanges: {
    '': 'What is left out stays as it is.',
    name: 'For people: shown instead of the URL. `null`: none.',
    type: 'It stays as it is: another one is refused.',
    enabled: '`false`: what comes is held; `true`: what was held goes out, in order.',
    oauth_client_id: otherClientNote,
    url: 'Of a push endpoint: the whole URL, as the masked one is refused.',
    events: 'Which events to send. `null`: the three standard ones.',
    max_per_second: 'Most webhooks that it gets in a second. `null`: as many as it takes.',
    header:
      'One more header of every webhook. `null`: none. Its value is never shown, and for a URL of another origin it has to be given again.',
  },
  EndpointHeader: {
    name: 'Not one that signs, describes or frames the request: `webhook-…`, `content-…`, `host`, `user-agent` and others are refused, with the reason.',
    value: 'Printable ASCII. Sent as it is.',
  },
  CreateEndpoint: {
    name: 'For people: shown instead of the URL. `null` or absent: none.',
    type: 'It stays for ever.',
    format:
      '`open_delivery`: of a push endpoint, what the standard of ABRASEL has, in its words, signed with the secret of `oauth_client_id`. It stays for ever.',
    oauth_client_id: 'Of format `open_delivery`, which must have one: the client whose secret signs.',
    url: 'Of a push endpoint, which must have one: absolute https URL of a public host; no user-info, no fragment.',
    events:
      'Which events to send. `null` or absent: the three standard ones, `status_changed`, `tracking_url_added` and `delivery_requested`.',
    header:
      'One more header of every webhook, such as `Authorization`. Its value is kept sealed and never shown. `null` or absent: none.',
    max_per_second:
      'Most webhooks that it gets in a second: the rest waits its turn, in order. `null` or absent: as many as it takes.',
    enabled:
      '`false`: it begins disabled; what comes for it is held, and goes out once it is enabled. Tests are sent all the same.',
  },
  Endpoint: {
    format: 'Whose words are posted: those of the webhooks in this reference, or Open Delivery’s.',
    oauth_client_id: 'Of format `open_delivery`: the client whose secret signs. `null`: of another format.',
    url: 'Values of the query are masked. `null`: a pull endpoint.',
    events: '`null`: the three standard events.',
    header: 'The one that you chose, its value masked; `null`: none.',
    max_per_second: 'Most webhooks that it gets in a second; `null`: as many as it takes.',
    paced: 'What is due waits for `max_per_second` alone.',
    last_fetched_at: 'Of a pull endpoint: when it was last asked for messages, to the minute. `null`: never.',
    not_fetching:
      'Of an enabled pull endpoint: nothing has ever fetched from it, or something waits and nothing did for two minutes.',
    waiting: 'Deliveries that wait for it, held ones too, counted to 10,000.',
    disabled_reason:
      '`requested`, `operator` (our support did it), `gone` (it answered 410) or `failing` (five days without success).',
    last_test: 'What the newest test webhook came to; `null`: none has come to an end.',
    fault: 'The fault that you asked for and that is still to come; `null`: none. Of sandbox merchants.',
    last_fault: 'What your receiver made of the newest fault; `null`: none was sent.',
  },
  EndpointWithSecret: { secret: 'Shown in this answer and never again. Signs the webhooks.' },
};
