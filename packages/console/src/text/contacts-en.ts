import type { MailLanguage } from '@delivery/contracts';

const languages: Readonly<Record<MailLanguage, string>> = { en: 'English', pt: 'Portuguese', es: 'Spanish' };

export const contactsEn = {
  title: 'Told by mail',
  lead: 'A mail goes to them when an endpoint has failed for a quarter of an hour, when a till does not fetch, when an endpoint is disabled for it, and when it is well again.',
  sandbox: 'This merchant is a sandbox: the list can be tried out, but no mail goes to anybody.',
  none: 'Nobody is told yet',
  email: 'E-mail',
  emailHint: 'For example ana@shop.example',
  language: 'Language',
  languages,
  add: 'Add a contact',
  addTitle: 'Who should be told?',
  changeTitle: 'Change this contact',
  remove: 'Remove',
  removeTitle: 'Remove this contact?',
  removeText: (email: string) => `${email} is told nothing any more.`,
  taken: 'This address is in the list already.',
  full: 'Five is the most: remove one to add another.',
};
