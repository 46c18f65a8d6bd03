import { z } from 'zod';
import { instantSchema, timeZoneSchema, visibleText } from './primitives.js';

const zoneNote =
  'A name of the IANA database, such as `America/Sao_Paulo`, for times in the portal and in mails. `null`: the ' +
  'browser’s zone in the portal, UTC in mails.';

/** Settings for all people of a merchant. */
export const merchantSettingsSchema = z.object({ time_zone: z.string().nullable().describe(zoneNote) });
export type MerchantSettings = z.infer<typeof merchantSettingsSchema>;

export const changeMerchantSettingsSchema = z.strictObject({ time_zone: timeZoneSchema.nullable().describe(zoneNote) });

export const mailLanguages = ['en', 'pt', 'es'] as const;
export const mailLanguageSchema = z.enum(mailLanguages);
export type MailLanguage = z.infer<typeof mailLanguageSchema>;

export const contactMax = 5;

export const emailSchema = z.email('expected an e-mail address, such as ana@shop.example').max(254);

/** Someone to tell by mail when webhooks of a merchant, or of a platform, do not arrive. */
export const contactSchema = z.strictObject({
  email: emailSchema,
  language: mailLanguageSchema,
  confirmed_at: instantSchema
    .nullable()
    .optional()
    .describe(
      'When the address confirmed. `null`: not yet, so it gets no mails. Requests may omit it, and cannot change it.',
    ),
});
export type Contact = z.infer<typeof contactSchema>;

const emailEnabled = z
  .boolean()
  .optional()
  .describe(
    'Whether this installation sends e-mail. `false`: contacts are kept, and get none. A request may leave it out, and cannot change it.',
  );

/** All contacts of one of them: what is left out of a replacement is not kept. */
export const contactsSchema = z.strictObject({
  contacts: z
    .array(contactSchema)
    .max(contactMax)
    .refine(
      (contacts) => new Set(contacts.map(({ email }) => email.toLowerCase())).size === contacts.length,
      'expected each e-mail address once',
    ),
  email_enabled: emailEnabled,
});
export type Contacts = z.infer<typeof contactsSchema>;

/** A contact as operators see it. */
export const operatorContactSchema = contactSchema.extend({
  email: z.string().describe('`(masked)` if your roles may not see it.'),
});
export const operatorContactsSchema = z.object({
  contacts: z.array(operatorContactSchema),
  email_enabled: emailEnabled,
});

/** The token is from the link in a mail. */
export const confirmationRequestSchema = z.strictObject({ token: z.string().max(64) });

/** `ended`: the address is no contact any more. `unknown`: no mail that is kept has this link. */
export const confirmationSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('confirmed'), owner: z.string() }),
  z.object({ state: z.enum(['ended', 'unknown']) }),
]);
export type Confirmation = z.infer<typeof confirmationSchema>;

/** A client of OAuth 2.0. The id of a sandbox merchant's client begins with `oauth_test_`. */
export const oauthClientIdSchema = z
  .string()
  .regex(/^oauth_(test_)?[0-9a-f]{24}$/, 'expected oauth_, or oauth_test_, and 24 hexadecimal characters');

/** The most clients of a merchant: one in use and some to change over to. */
export const oauthClientMax = 5;

export const createOauthClientSchema = z.strictObject({ name: visibleText(80) });

/** A till's system, as a caller with tokens of OAuth 2.0 (client credentials). */
export const oauthClientSchema = z.object({
  client_id: oauthClientIdSchema,
  name: z.string(),
  created_at: instantSchema,
});
export type OauthClient = z.infer<typeof oauthClientSchema>;
export const oauthClientListSchema = z.object({ data: z.array(oauthClientSchema) });

/** The secret is shown here and never again. */
export const oauthClientCreatedSchema = oauthClientSchema.extend({ client_secret: z.string().startsWith('secret_') });
export type OauthClientCreated = z.infer<typeof oauthClientCreatedSchema>;
