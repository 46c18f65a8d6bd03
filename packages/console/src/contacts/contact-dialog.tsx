import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Contact, MailLanguage } from '@delivery/contracts';
import { text } from '../text/index.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/fields.js';

const languages = ['pt', 'en', 'es'] as const satisfies readonly MailLanguage[];

type ContactDialogProps = {
  /** `undefined`: one is added. */
  contact?: Contact;
  known: readonly Contact[];
  act: (contact: Contact) => Promise<void>;
  onClose: () => void;
};

export const ContactDialog = ({ contact, known, act, onClose }: ContactDialogProps) => {
  const t = text().contacts;
  const id = useId();
  const email = useSignal(contact?.email ?? '');
  const chosen = useSignal<MailLanguage>(contact?.language ?? 'pt');
  const isTaken = useSignal(false);
  return (
    <Dialog
      title={contact ? t.changeTitle : t.addTitle}
      submit={contact ? text().save : t.add}
      check={() => {
        const given = email.value.trim().toLowerCase();
        isTaken.value = known.some((each) => each.email !== contact?.email && each.email.toLowerCase() === given);
        return !isTaken.value;
      }}
      onSubmit={() => act({ email: email.value.trim(), language: chosen.value })}
      onClose={onClose}
    >
      <Field
        type="email"
        label={t.email}
        hint={t.emailHint}
        value={email}
        maxLength={254}
        autoComplete="email"
        fault={isTaken.value ? t.taken : undefined}
      />
      <div class="field">
        <label for={id}>{t.language}</label>
        <select
          id={id}
          value={chosen.value}
          onChange={(event) => {
            const { value } = event.currentTarget;
            chosen.value = languages.find((each) => each === value) ?? chosen.value;
          }}
        >
          {languages.map((each) => (
            <option key={each} value={each}>
              {t.languages[each]}
            </option>
          ))}
        </select>
      </div>
    </Dialog>
  );
};
