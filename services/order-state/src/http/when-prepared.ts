import { type Caller, temporarilyUnavailable } from '@delivery/http-edge';

type Authorize = (caller: Caller) => void;

/** Before its schema is there a statement may fail, or read what a migration is about to change: who may call is asked to come again. */
export const whenPrepared =
  (authorize: Authorize, isPrepared: () => boolean): Authorize =>
  (caller) => {
    authorize(caller);
    if (!isPrepared()) throw temporarilyUnavailable('The service is preparing its database. Try again.');
  };
