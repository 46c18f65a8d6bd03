import { z } from 'zod';
import { emailSchema, mailLanguageSchema } from './merchant-settings.js';
import { portalScopeSchema } from './portal-api.js';
import { instantSchema } from './primitives.js';

export const personMax = 50;

/** Addresses are compared in lower case. */
const personEmailSchema = emailSchema.toLowerCase();

/** Someone who may sign in to the portal with links that are sent by mail. */
export const personSchema = z.object({
  id: z.uuid(),
  email: z.string().describe('In lower case. `(masked)` for an operator whose roles may not see it.'),
  role: portalScopeSchema,
  invited_by: z
    .string()
    .nullable()
    .describe('The masked address of a person, or the name of an operator. `null`: a session that began with a link.'),
  invited_at: instantSchema,
  last_signed_in_at: instantSchema.nullable().describe('`null`: never.'),
});
export type Person = z.infer<typeof personSchema>;

/** All of an owner. */
export const peopleSchema = z.object({ data: z.array(personSchema).max(personMax) });

export const invitePersonSchema = z.strictObject({
  email: personEmailSchema,
  role: portalScopeSchema,
  language: mailLanguageSchema.describe('Of the invitation.'),
});
export type InvitePerson = z.input<typeof invitePersonSchema>;

export const changePersonSchema = z.strictObject({ role: portalScopeSchema });

export const peopleQuerySchema = z.object({
  of: z
    .enum(['merchant', 'platform'])
    .default('merchant')
    .describe('`platform`: the people of the platform, for a session that may go on to its other merchants.'),
});

/** A page of the portal. It stands behind `#` in the address, so it leads to no other site. */
export const portalPlaceSchema = z
  .string()
  .max(200)
  .regex(/^\/([\w.?=&%:,+~-][\w./?=&%:,+~-]*)?$/, 'expected a path within the portal, such as /orders');

export const askForLinkSchema = z.strictObject({
  email: personEmailSchema,
  language: mailLanguageSchema.describe('Of the mail.'),
  place: portalPlaceSchema.optional().describe('The page that the link leads to.'),
});
export type AskForLink = z.infer<typeof askForLinkSchema>;
