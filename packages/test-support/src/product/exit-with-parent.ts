/**
 * Loaded into a service before its own code (`node --import`): its standard input is a pipe from the process that
 * started it, and the kernel closes that pipe however that process ends. So no service outlives a test run.
 */
process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL'));
process.stdin.resume();
// Watching must not keep a service alive that has nothing left to do.
if ('unref' in process.stdin) process.stdin.unref();
