/** The processes of the services. */
export const replicasEn = {
  title: 'What runs',
  none: 'No heartbeat has come yet.',
  service: 'Service',
  name: 'Host and port',
  version: 'Version',
  started: 'Started',
  seen: 'Last heartbeat',
  state: 'State',
  runs: 'Running',
  silent: 'Silent',
};
