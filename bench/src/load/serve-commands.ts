type Handler = (argument: never) => unknown;

/** The other side of `startChild`: answers its commands until the parent is gone. */
export const serveCommands = (handlers: Readonly<Record<string, Handler>>, port = 0): void => {
  process.on('message', (request: { id: number; command: string; argument: never }) => {
    void answer(handlers[request.command], request.argument).then((result) =>
      process.send?.({ id: request.id, ...result }),
    );
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port });
};

const answer = async (handler: Handler | undefined, argument: never) => {
  try {
    if (!handler) throw new Error('no such command');
    return { result: await handler(argument) };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};
