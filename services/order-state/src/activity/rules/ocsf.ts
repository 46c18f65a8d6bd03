import type { ActivityAction } from '@delivery/contracts';

type Subject<Action extends string> = Action extends `${infer Word}.${string}` ? Word : never;
type Verb<Action extends string> = Action extends `${string}.${infer Word}` ? Word : never;
type Kind = 'create' | 'read' | 'update' | 'delete' | 'enable' | 'disable' | 'other';

/** A class of the Open Cybersecurity Schema Framework, with the numbers of its activities. */
type OcsfClass = { uid: number; category: number; activities: Readonly<Partial<Record<Kind, number>>> };

const otherActivity = 99;
const apiActivity: OcsfClass = {
  uid: 6003,
  category: 6,
  activities: { create: 1, read: 2, update: 3, enable: 3, disable: 3, delete: 4 },
};
const accountChange: OcsfClass = {
  uid: 3001,
  category: 3,
  activities: { create: 1, enable: 2, disable: 5, delete: 6 },
};

const classes: Readonly<Record<Subject<ActivityAction>, OcsfClass>> = {
  merchant: accountChange,
  platform: accountChange,
  courier_system: accountChange,
  person: accountChange,
  token: accountChange,
  oauth_client: accountChange,
  contacts: apiActivity,
  store: apiActivity,
  endpoint: apiActivity,
  replay: apiActivity,
  dead_letter: apiActivity,
  set_aside: apiActivity,
  order: apiActivity,
  erasure: apiActivity,
  session: apiActivity,
};

const kinds: Readonly<Record<Verb<ActivityAction>, Kind>> = {
  created: 'create',
  token_created: 'create',
  portal_link_created: 'create',
  invited: 'create',
  requested: 'create',
  begun: 'create',
  position_read: 'read',
  changed: 'update',
  key_rotated: 'update',
  secret_rotated: 'update',
  problem_answered: 'update',
  enabled: 'enable',
  disabled: 'disable',
  deleted: 'delete',
  removed: 'delete',
  revoked: 'delete',
  token_revoked: 'delete',
  discarded: 'delete',
  ended: 'delete',
  portal_session_ended: 'delete',
  portal_link_used: 'other',
  portal_switched: 'other',
  signed_in: 'other',
  tested: 'other',
  caught_up: 'other',
  sent_now: 'other',
  replayed: 'other',
  retried: 'other',
  retention_failed: 'other',
};

const numbersOf = ({ uid, category, activities }: OcsfClass, kind: Kind) => {
  const activity = activities[kind] ?? otherActivity;
  return { category_uid: category, class_uid: uid, activity_id: activity, type_uid: uid * 100 + activity };
};

/** The numbers by which a SIEM knows a line of the activity log. */
export const ocsfOf = (action: ActivityAction) => {
  const [subject, verb] = splitAction(action);
  return numbersOf(classes[subject], kinds[verb]);
};

/** The numbers of a read of customers' data, which is in the log alone. */
export const ocsfOfRead = numbersOf(apiActivity, 'read');

const isKey = <Name extends string>(table: Readonly<Record<Name, unknown>>, name: string): name is Name =>
  Object.hasOwn(table, name);

const splitAction = (action: ActivityAction): [Subject<ActivityAction>, Verb<ActivityAction>] => {
  const [subject = '', verb = ''] = action.split('.');
  if (isKey(classes, subject) && isKey(kinds, verb)) return [subject, verb];
  throw new Error(`${action} has no OCSF class`);
};
