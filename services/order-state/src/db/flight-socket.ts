import { Socket } from 'node:net';

/**
 * Sends the statements of one turn of the event loop at once. `pg` corks the socket around each of them; here the last
 * uncork of a turn is the one that counts. A flight of a dozen statements is then one system call here, and one wake-up
 * of the backend there, instead of a dozen.
 */
export class FlightSocket extends Socket {
  #isHeld = false;

  override uncork(): void {
    if (this.#isHeld) return super.uncork();
    this.#isHeld = true;
    process.nextTick(() => {
      this.#isHeld = false;
      super.uncork();
    });
  }
}
