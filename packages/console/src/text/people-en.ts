/** People who sign in to the portal by mail. */
export const peopleEn = {
  role: 'Role',
  roles: { full: 'Full access', read: 'Read only' },
  roleChoices: { full: 'Full access: everything the portal can do', read: 'Read only: look, change nothing' },
  lastSignIn: 'Last sign-in',
  never: 'Never',
  invitedAt: 'Invited',
  none: 'No people yet',
  invite: 'Invite a person',
  inviteText: 'The person gets an e-mail with a sign-in link, and can have new links sent to the address at any time.',
  invited: (email: string) => `An invitation goes to ${email}.`,
  makeRole: { full: 'Give full access', read: 'Make read-only' },
  changeTitle: 'Change the role?',
  changeText: (email: string, role: string) => `${email} gets the role “${role}” and has to sign in again.`,
  removeTitle: 'Remove this person?',
  removeText: (email: string) => `${email} is signed out everywhere and can no longer sign in.`,
};
