import { peopleQuerySchema } from '../people.js';
import { callsOf } from './call.js';
import { pathId, uuid } from './parameters.js';

const path = '/v1/people';
const example = {
  id: '7d1f5c0a-2b3e-4c6d-8f90-a1b2c3d4e5f6',
  email: 'ana@padaria.example',
  role: 'full',
  invited_by: 'j***@padaria.example',
  invited_at: '2026-03-01T12:00:00.000Z',
  last_signed_in_at: null,
};
const parameters = [pathId('The person.', uuid, example.id)];
const query = peopleQuerySchema;
const sessionAlone =
  'This needs a session with the scope `full` that did not begin with key and token: access that outlives a ' +
  'token must not come from it.';

export const peopleCalls = callsOf('People', {
  listPeople: {
    request: ['GET', path],
    summary: 'List the people who may sign in to the portal',
    description: sessionAlone,
    query,
    answers: { 200: { description: 'All of them, by address.', schema: 'People', example: { data: [example] } } },
  },
  invitePerson: {
    request: ['POST', path],
    summary: 'Invite a person to the portal',
    description:
      'The person gets a mail with a link that works once, within three days. Later the sign-in page of the ' +
      'portal mails links, each for a session of 30 days. At most 50 people, 20 invitations a day. ' +
      sessionAlone,
    query,
    body: {
      schema: 'InvitePerson',
      examples: {
        owner: {
          summary: 'With all rights',
          value: { email: example.email, role: 'full', language: 'pt' },
        },
        reader: { summary: 'To look alone', value: { email: 'bia@padaria.example', role: 'read', language: 'pt' } },
      },
    },
    answers: { 201: { description: 'Invited.', schema: 'Person', example } },
    problems: ['person_exists', 'person_limit_reached', 'mail_not_configured'],
  },
  changePerson: {
    request: ['PATCH', `${path}/{id}`],
    summary: 'Give a person another role',
    description: `The person’s sessions end, unless the role is the same. ${sessionAlone}`,
    parameters,
    query,
    body: { schema: 'ChangePerson', examples: { read: { summary: 'To look alone', value: { role: 'read' } } } },
    answers: { 200: { description: 'Changed.', schema: 'Person', example: { ...example, role: 'read' } } },
    problems: ['person_not_found'],
  },
  removePerson: {
    request: ['DELETE', `${path}/{id}`],
    summary: 'Remove a person',
    description: `The person’s sessions and links end, on every replica within two seconds. ${sessionAlone}`,
    parameters,
    query,
    answers: { 204: { description: 'Removed.' } },
    problems: ['person_not_found'],
  },
});
