/* global AbortSignal */
// Health check of the containers: they have node, but no curl. Usage: node healthcheck.js /livez
const { PORT } = process.env;
if (!PORT) throw new Error('PORT is not set');
const answer = await fetch(`http://127.0.0.1:${PORT}${process.argv[2] ?? '/livez'}`, {
  signal: AbortSignal.timeout(2_500),
});
process.exit(answer.ok ? 0 : 1);
