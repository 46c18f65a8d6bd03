import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runCommand } from '../processes/run-command.js';

/** Postgres refuses to run as root, so root needs another way. */
export type ServerUser =
  | { kind: 'self' }
  /** A user namespace in which root's own files belong to user 1000: nothing changes hands, nothing is copied. */
  | { kind: 'namespace' }
  | { kind: 'os-user'; name: string; uid: number; gid: number };

const unshare = ['--user', '--map-user=1000', '--map-group=1000'];

/** Chooses once per start; the answer may differ between starts, as the files are handed over each time. */
export const chooseServerUser = async (): Promise<ServerUser> => {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  if (await canUnshare()) return { kind: 'namespace' };
  return findOsUser();
};

/** Containers and hardened kernels often refuse user namespaces; then unshare fails, or is not there at all. */
const canUnshare = async (): Promise<boolean> => {
  try {
    await runCommand('unshare', [...unshare, 'true']);
    return true;
  } catch {
    return false;
  }
};

export const findOsUser = (): ServerUser => {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const [name, , uid, gid] = users.find(([user]) => user === wanted) ?? [];
    if (name !== undefined && Number(uid) > 0) return { kind: 'os-user', name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'Postgres does not run as root, user namespaces are refused here, and neither of the OS users postgres and ' +
      'nobody exists. ' +
      'Run as an ordinary user, or set DATABASE_URL.',
  );
};

/** The command as that user; the pid stays the one of the process that is spawned. */
export const asServerUser = (
  user: ServerUser,
  command: string,
  args: readonly string[],
): { command: string; args: string[]; user?: { uid: number; gid: number } } => {
  switch (user.kind) {
    case 'self':
      return { command, args: [...args] };
    case 'namespace':
      return { command: 'unshare', args: [...unshare, command, ...args] };
    case 'os-user':
      return { command, args: [...args], user: { uid: user.uid, gid: user.gid } };
  }
};

/** Gives a directory and all in it to the server's user; only an OS user needs that. */
export const handOver = (user: ServerUser, directory: string): void => {
  if (user.kind !== 'os-user') return;
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, directory]);
};

/** Whether that user gets as far as the path: a project under /root is out of an OS user's reach. */
export const canReach = async (user: ServerUser, path: string): Promise<boolean> => {
  if (user.kind !== 'os-user') return true;
  try {
    await runCommand('test', ['-x', path], { uid: user.uid, gid: user.gid, cwd: '/' });
    return true;
  } catch {
    return false;
  }
};
