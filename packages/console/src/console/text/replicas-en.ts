/** The processes of the services. */
export const replicasEn = {
  title: 'What runs',
  none: 'No heartbeat has come yet.',
  service: 'Service, host and port',
  version: 'Version',
  started: 'Started',
  seen: 'Last heartbeat',
  state: 'State',
  states: { running: 'Running', silent: 'Silent', unknown: 'Unknown' },
  unknownText: 'The heartbeats of webhook-dispatcher come over RabbitMQ, which is away.',
};
