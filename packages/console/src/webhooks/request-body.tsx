import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { SentRequests } from '@delivery/contracts';
import { text } from '../text/index.js';
import { Choice } from '../ui/fields.js';
import { indentJson } from './rules/indent-json.js';

type RequestBodyProps = { body: string; customerData: SentRequests['customer_data'] };

/** The body line by line for people, or as the text that was signed. */
export const RequestBody = ({ body, customerData }: RequestBodyProps) => {
  const t = text().requests;
  const isRaw = useSignal(false);
  const id = useId();
  return (
    <>
      <div class="title-row">
        <h3>{t.body}</h3>
        <div class="row-actions" role="radiogroup" aria-label={t.form}>
          {([false, true] as const).map((raw) => (
            <Choice
              key={String(raw)}
              type="radio"
              name={id}
              isChosen={isRaw.value === raw}
              onChoose={() => (isRaw.value = raw)}
            >
              {raw ? t.raw : t.indented}
            </Choice>
          ))}
        </div>
      </div>
      {customerData !== 'shown' && <p class="quiet">{t[customerData]}</p>}
      <pre class="excerpt" tabIndex={0}>
        {isRaw.value ? body : indentJson(body)}
      </pre>
    </>
  );
};
