/** Links to a merchant's portal, and its sessions. */
export const portalEn = {
  title: 'Its portal',
  none: 'Nobody is signed in to the portal',
  begunWith: 'Signed in with',
  begun: { link: 'a link', token: 'key and token', platform: 'a link of the platform for its people' },
  scopes: { full: 'everything', read: 'look only' },
  endText: 'Its user has to sign in again, or needs a new link.',
  create: 'Make a link',
  createTitle: 'Make a link to the portal?',
  createText:
    'It signs in to the portal of this merchant once, within 15 minutes, and shows orders with customers’ data.',
  scope: 'What may be done with it?',
  scopeChoices: { read: 'Look only', full: 'Everything that the portal can do: for the owner' },
  open: 'Open it here',
  link: {
    title: 'The link',
    text: 'It works once. Open it here, or copy it and send it to the owner of the restaurant and to no other.',
    place: 'The link',
  },
};
