/** Sending at once what waits for its next attempt. */
export const catchUpEn = {
  sendNow: 'Send now',
  sendNowTitle: 'Send this webhook now?',
  sendNowText: 'It goes out without waiting for its next try, after those of its order that come before it.',
  sendNowNotice: 'It is being sent now.',
  catchUp: 'Catch up',
  catchUpTitle: 'Send what waits now?',
  catchUpText: 'Webhooks that failed go out in order without waiting for their next try.',
  catchUpNotice: 'What waits is being sent now.',
  nothingWaits: 'Nothing waits for it.',
};
