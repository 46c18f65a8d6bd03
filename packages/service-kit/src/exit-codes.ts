/**
 * EX_CONFIG of sysexits.h: starting the process again with the same environment ends in the same way. A supervisor
 * should show its last lines and leave it down.
 */
export const unusableEnvironment = 78;
