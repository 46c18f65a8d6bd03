import { EndpointNotFound, OAuthClientNotFound, StoreNotFound } from '../problems.js';
import type { CallOptions, Send } from '../transport.js';

export const deleteOnce = async (send: Send, path: string, options?: CallOptions): Promise<void> => {
  try {
    await send({ method: 'DELETE', path, repeat: 'always' }, options);
  } catch (error) {
    const isGone =
      error instanceof EndpointNotFound || error instanceof OAuthClientNotFound || error instanceof StoreNotFound;
    // An attempt that was not answered has deleted it.
    if (isGone && error.attempts > 1) return;
    throw error;
  }
};
