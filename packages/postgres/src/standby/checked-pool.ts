import { types } from 'node:util';
import pg from 'pg';

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * A pool whose connections are checked each time before they are handed out: several standbys may be behind one
 * address, and each connection is to one of them. One that is refused is closed, so that the next may come to another.
 */
export class CheckedPool extends pg.Pool {
  readonly #check: (client: pg.PoolClient) => Promise<void>;

  /** @param check throws for a connection that must not be used */
  constructor(config: pg.PoolConfig, check: (client: pg.PoolClient) => Promise<void>) {
    super(config);
    this.#check = check;
  }

  /** For the check itself. */
  connectUnchecked(): Promise<pg.PoolClient> {
    return super.connect();
  }

  /** `pg` itself calls it with a callback, for `query`. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const checked = this.#connectChecked();
    if (!callback) return checked;
    checked.then(
      (client) => callback(undefined, client, (release) => client.release(release)),
      (error: unknown) => callback(toError(error), undefined, () => undefined),
    );
    return undefined;
  }

  async #connectChecked(): Promise<pg.PoolClient> {
    const client = await this.connectUnchecked();
    try {
      await this.#check(client);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

const toError = (error: unknown): Error =>
  types.isNativeError(error) ? error : new Error('refused', { cause: error });
