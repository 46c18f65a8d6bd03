import { computed } from '@preact/signals';
import { session } from '../api/session.js';
import { PeopleCard } from '../people/people-card.js';
import { Empty } from '../ui/states.js';
import { maySwitch } from './owner.js';
import { text } from './text/index.js';

const mayInvite = computed(() => {
  const signedIn = session.value;
  return signedIn ? 'may_invite' in signedIn && signedIn.may_invite : false;
});

/** People of the merchant, and of its platform where the session is of the platform's people. */
export const PeoplePage = () => {
  const t = text().people;
  return (
    <>
      <h1>{t.title}</h1>
      {mayInvite.value ? (
        <>
          <PeopleCard path="/people" title={t.ofMerchant} lead={t.lead} />
          {maySwitch.value && (
            <PeopleCard path="/people" query="?of=platform" title={t.ofPlatform} lead={t.leadOfPlatform} />
          )}
        </>
      ) : (
        <section class="card">
          <Empty title={t.notAllowed}>{t.notAllowedText}</Empty>
        </section>
      )}
    </>
  );
};
