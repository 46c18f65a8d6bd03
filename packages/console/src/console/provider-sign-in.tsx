import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SignInOptions } from '@delivery/contracts';
import { request } from '../api/request.js';
import { keepPlace } from '../browser/remembered.js';
import { ToneIcon } from '../ui/icons.js';
import { reads } from './calls.js';
import { text } from './text/index.js';

/** Why the identity provider led back without a session. */
const failure = signal<string | undefined>(undefined);

/** It is in the fragment of the address, which is put right at once. */
export const takeSignInFailure = (): void => {
  failure.value = /^#sign-in=(\w+)$/.exec(location.hash)?.[1];
  if (failure.value !== undefined) history.replaceState(null, '', location.pathname);
};

/** The way in for people, where one is configured. */
export const ProviderSignIn = () => {
  const t = text().people;
  const provider = useSignal<SignInOptions['oidc']>(null);
  useEffect(() => {
    // Where it cannot be asked, the token is what is left.
    request<SignInOptions>(reads.signInOptions()).then(
      ({ body }) => (provider.value = body?.oidc ?? null),
      () => undefined,
    );
  }, []);
  const go = (): void => {
    keepPlace();
    location.assign(provider.value?.url ?? '');
  };
  return (
    <>
      {failure.value !== undefined && (
        <p class="failure" role="alert">
          <ToneIcon tone="warn" />
          {t.failures[failure.value] ?? t.failures['failed']}
        </p>
      )}
      {provider.value && (
        <>
          <button type="button" class="primary wide" onClick={go}>
            {t.signInWith(provider.value.name)}
          </button>
          <p class="quiet">{t.orToken}</p>
        </>
      )}
    </>
  );
};
