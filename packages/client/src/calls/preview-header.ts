import type { PreviewedOptions } from '../transport.js';

/** For the request of an action that has a preview. */
export const previewHeader = ({ preview }: PreviewedOptions = {}): { headers?: Record<string, string> } =>
  preview === undefined ? {} : { headers: { 'preview-token': preview } };
