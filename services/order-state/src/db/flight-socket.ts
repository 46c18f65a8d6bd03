import { Socket } from 'node:net';

type Written = (error?: Error | null) => void;

/**
 * Sends what is written within one turn of the event loop at once. A flight of a dozen statements is one system call
 * here, and one wake-up of the backend there, instead of a dozen.
 */
export class FlightSocket extends Socket {
  #gathering = false;

  override write(chunk: string | Uint8Array, encoding?: BufferEncoding | Written, written?: Written): boolean {
    if (!this.#gathering) {
      this.#gathering = true;
      this.cork();
      process.nextTick(this.#takeOff);
    }
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, written);
  }

  readonly #takeOff = (): void => {
    this.#gathering = false;
    this.uncork();
  };
}
