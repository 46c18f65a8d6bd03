import { z } from 'zod';

/** Wrong codes after which no more are taken. */
export const handoverTriesMax = 5;

export const handoverCodeSchema = z.string().regex(/^\d{4,8}$/, 'expected 4 to 8 digits');

/** The code that the customer tells the courier: the merchant’s, or one that is made here. */
export const handoverRequestSchema = z.object({
  code: z.union([z.literal('generate'), handoverCodeSchema], 'expected "generate", or 4 to 8 digits'),
});
export type HandoverRequest = z.infer<typeof handoverRequestSchema>;

/** `locked`: too many wrong codes came. */
export const handoverStates = ['open', 'confirmed', 'locked'] as const;
export const handoverStateSchema = z.enum(handoverStates);
export type HandoverState = z.infer<typeof handoverStateSchema>;

/** As the merchant reads it, and nobody else. */
export const handoverViewSchema = z.object({ code: handoverCodeSchema, state: handoverStateSchema });
