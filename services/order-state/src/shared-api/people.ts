import {
  askForLinkSchema,
  changePersonSchema,
  invitePersonSchema,
  isCourierSystem,
  type Person,
  personMax,
} from '@delivery/contracts';
import {
  answerJson,
  type ApiRequest,
  type ApiRoute,
  type HandlerOf,
  noContent,
  parseBody,
  ProblemError,
  temporarilyUnavailable,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type RowOf, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { writeInvitation } from '../mails/queries.js';
import { maskEmail } from '../mails/rules/mail.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import { lockOwner } from '../merchants/queries.js';
import {
  deletePerson,
  findEmailOfSession,
  insertPerson,
  insertSignInRequest,
  listPeople,
  readPerson,
  updateRole,
} from '../sessions/people-queries.js';
import { merchantOf, ownerOf } from './check-bearer.js';
import { ownerKindOf, personNotFound, readOwnerId, readPersonId } from './read-params.js';

export type PeopleDeps = {
  pool: Pool;
  now: () => number;
  logger: Logger;
  /** A mail server is configured. */
  isMailOn: boolean;
  sendMailsSoon: () => void;
};

type ActorOf<Identity> = (request: ApiRequest<Identity>) => Actor;

/** A caller with a session of the portal, which is a merchant's for the people of its platform, too. */
export const memberOf: ActorOf<unknown> = (request) => ({
  ...ownerOf(request),
  credential: merchantOf(request).credential,
});

export const viewPeople: HandlerOf<{ pool: Pool }> = (deps) => async (request) =>
  answerJson(200, { data: await listPeople(deps.pool, readPeopleOwner(request)) });

/** A courier's system has no portal. */
const readPeopleOwner = (request: ApiRequest): string => {
  const ownerId = readOwnerId(request);
  if (isCourierSystem(ownerId)) throw ownerNotFound();
  return ownerId;
};

const ownerNotFound = () => new ProblemError('owner_not_found', 'owner_id: no merchant or platform has this id.');

/** One change of an owner's people at a time, and no sign-in meanwhile. @returns who makes it, by name */
const lockPeople = async (client: Transaction, request: ApiRequest, actor: Actor): Promise<Actor> => {
  // The caller's session is of a merchant, whose row is locked before the platform's.
  const isOfPlatform = ownerKindOf(request) === 'platform';
  if (isOfPlatform) await confirmCaller(client, actor);
  if (!(await lockOwner(client, readPeopleOwner(request)))) throw ownerNotFound();
  if (!isOfPlatform) await confirmCaller(client, actor);
  const { credential } = actor;
  if (credential === null || !('given' in credential) || !('session_hash' in credential.given)) return actor;
  const email = await findEmailOfSession(client, credential.given.session_hash);
  return email === undefined ? actor : { ...actor, name: maskEmail(email) };
};

/** The person, the mail and the line of the log are one transaction. */
export const invitePerson =
  <Identity>(
    { pool, now, logger, isMailOn, sendMailsSoon }: PeopleDeps,
    actorOf: ActorOf<Identity>,
  ): ApiRoute<Identity>['handle'] =>
  async (request) => {
    if (!isMailOn) throw mailNotConfigured();
    const ownerId = readPeopleOwner(request);
    const { email, role, language } = parseBody(invitePersonSchema, request.body);
    const at = new Date(now());
    const person = await inTransaction(pool, async (client) => {
      const actor = await lockPeople(client, request, actorOf(request));
      const others = await listPeople(client, ownerId);
      const wanted = { ownerId, email, role, invited_by: actor.name, invited_at: at };
      const invited = await insertPerson(client, wanted);
      if (!invited) throw personExists();
      if (others.length >= personMax) throw tooManyPeople();
      if (!(await writeInvitation(client, { ownerId, email, language }, at))) throw tooManyInvitations();
      await log(client, actor, 'person.invited', { ownerId, id: invited.id, detail: `${maskEmail(email)} ${role}` });
      return invited;
    });
    logger.info({ ownerId, personId: person.id, role }, 'person.invited');
    sendMailsSoon();
    return answerJson(201, person satisfies RowOf<Person>);
  };

type PersonAction = 'person.invited' | 'person.changed' | 'person.removed';

const log = (
  client: Transaction,
  actor: Actor,
  action: PersonAction,
  { ownerId, id, detail }: { ownerId: string; id: string; detail: string },
): Promise<void> => insertActivity(client, actor, { action, subject: { type: 'person', id }, ownerId, detail });

export const changePerson =
  <Identity>({ pool, logger }: PeopleDeps, actorOf: ActorOf<Identity>): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const [ownerId, id] = [readPeopleOwner(request), readPersonId(request)];
    const { role } = parseBody(changePersonSchema, request.body);
    const person = await inTransaction(pool, async (client) => {
      const actor = await lockPeople(client, request, actorOf(request));
      const known = await readPerson(client, { ownerId, id });
      if (!known) throw personNotFound();
      if (known.role === role) return known;
      await updateRole(client, id, role);
      await log(client, actor, 'person.changed', { ownerId, id, detail: `${maskEmail(known.email)} ${role}` });
      return { ...known, role };
    });
    logger.info({ ownerId, personId: id, role }, 'person.changed');
    return answerJson(200, person satisfies RowOf<Person>);
  };

export const removePerson =
  <Identity>({ pool, logger }: PeopleDeps, actorOf: ActorOf<Identity>): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const [ownerId, id] = [readPeopleOwner(request), readPersonId(request)];
    await inTransaction(pool, async (client) => {
      const actor = await lockPeople(client, request, actorOf(request));
      const email = await deletePerson(client, { ownerId, id });
      if (email === undefined) throw personNotFound();
      await log(client, actor, 'person.removed', { ownerId, id, detail: maskEmail(email) });
    });
    logger.info({ ownerId, personId: id }, 'person.removed');
    return noContent;
  };

/** Whether the address is a person's is looked up later, by the sweep that sends the mail. */
export const askForLink: HandlerOf<Omit<PeopleDeps, 'now' | 'logger'>> = (deps) => async (request) => {
  if (!deps.isMailOn) throw mailNotConfigured();
  if (!(await insertSignInRequest(deps.pool, parseBody(askForLinkSchema, request.body))))
    throw temporarilyUnavailable('Too many sign-in links were requested at once. Try again.');
  deps.sendMailsSoon();
  return { status: 202 };
};

const mailNotConfigured = () =>
  new ProblemError(
    'mail_not_configured',
    'This service cannot send mail. Ask its operator for a link to the portal instead.',
  );

const personExists = () =>
  new ProblemError(
    'person_exists',
    'A person with this address already exists. Change that person’s role. The portal’s sign-in page sends a link.',
  );

const tooManyPeople = () =>
  new ProblemError('person_limit_reached', `At most ${personMax} people can be invited. Remove one first.`);

const tooManyInvitations = () =>
  new ProblemError(
    'rate_limited',
    'You can send at most 20 invitations in 24 hours, five of them to one address. Try again later.',
    {
      headers: { 'retry-after': '3600' },
    },
  );
