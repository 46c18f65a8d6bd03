import type { WebhookPreview } from '@delivery/contracts';
import { endpointName, type NamedEndpoint } from '../ui/format.js';
import { PreviewBox, WebhookPreviewWords } from './preview-box.js';
import type { Preview } from './use-preview.js';

type SendsProps = {
  endpoint: NamedEndpoint;
  preview: Preview<WebhookPreview>;
  /** Said where no webhook waits. */
  nothing: string;
  children: string;
};

/** What a dialog says that sends what waits for an endpoint. */
export const SendsWaiting = ({ endpoint, preview, nothing, children }: SendsProps) => (
  <>
    <p class="address quiet">{endpointName(endpoint)}</p>
    <PreviewBox preview={preview}>
      {(value) => <WebhookPreviewWords value={value} verb="sends" nothing={nothing} />}
    </PreviewBox>
    <p>{children}</p>
  </>
);
