import { z } from 'zod';

export const mailLanguages = ['en', 'pt', 'es'] as const;
export const mailLanguageSchema = z.enum(mailLanguages);
export type MailLanguage = z.infer<typeof mailLanguageSchema>;

export const contactMax = 5;

const emailSchema = z.email('expected an e-mail address, such as ana@shop.example').max(254);

/** Someone to tell by mail when webhooks of a merchant, or of a platform, do not arrive. */
export const contactSchema = z.strictObject({ email: emailSchema, language: mailLanguageSchema });
export type Contact = z.infer<typeof contactSchema>;

/** All contacts of one of them: what is left out of a replacement is not kept. */
export const contactsSchema = z.strictObject({
  contacts: z
    .array(contactSchema)
    .max(contactMax)
    .refine(
      (contacts) => new Set(contacts.map(({ email }) => email.toLowerCase())).size === contacts.length,
      'expected each e-mail address once',
    ),
});
export type Contacts = z.infer<typeof contactsSchema>;
