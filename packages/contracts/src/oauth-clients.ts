import { z } from 'zod';
import { instantSchema, visibleText } from './primitives.js';

/** Of OAuth 2.0. That of a sandbox merchant begins with `oauth_test_`. */
export const oauthClientIdSchema = z
  .string()
  .regex(/^oauth_(test_)?[0-9a-f]{24}$/, 'expected oauth_, or oauth_test_, and 24 hexadecimal characters');

/** What a merchant has at once: one in use and some to change over to. */
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
