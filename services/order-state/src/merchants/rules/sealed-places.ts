/** What a text that rests sealed is bound to: copied into another row, it does not open. Endpoints' are in contracts. */
export const platformKeyOf = (platformId: string): string => `platform key of ${platformId}`;
export const sandboxKeyOf = (platformId: string): string => `sandbox key of ${platformId}`;
export const serviceSecretOf = (name: string): string => `service secret ${name}`;
