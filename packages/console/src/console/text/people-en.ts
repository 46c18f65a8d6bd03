import type { OperatorRole, SignInFailure } from '@delivery/contracts';

/** One that is not known here is shown as it is. */
const roles: Readonly<Record<string, string>> = {
  look: 'Look',
  customers_data: 'Customers’ data',
  act: 'Act',
  administer: 'Administer',
} satisfies Record<OperatorRole, string>;

/** One that is not known here is told as `failed`. */
const failures: Readonly<Record<string, string>> = {
  provider_away: 'The identity provider does not answer. Try again, or use the operator token.',
  refused: 'The identity provider did not sign you in.',
  no_role: 'You are known, but have no role here. Have one added at the identity provider, then sign in again.',
  expired: 'The sign-in took too long, or was begun in another browser. Begin again.',
  failed:
    'The sign-in did not come to its end. Begin again; the log of order-state says why (operator.sign_in_failed).',
} satisfies Record<SignInFailure, string>;

export const peopleEn = {
  roles,
  failures,
  signInWith: (provider: string) => `Sign in with ${provider}`,
  orToken: 'Or with the operator token:',
};
