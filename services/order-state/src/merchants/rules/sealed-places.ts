/** The places to which sealed texts are bound: copied into another row, a text does not open. Endpoints' are in contracts. */
export const platformKeyOf = (platformId: string): string => `platform key of ${platformId}`;
export const sandboxKeyOf = (platformId: string): string => `sandbox key of ${platformId}`;
export const oauthSecretOf = (clientId: string): string => `secret of OAuth client ${clientId}`;
export const serviceSecretOf = (name: string): string => `service secret ${name}`;
