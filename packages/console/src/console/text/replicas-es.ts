import type { replicasEn } from './replicas-en.js';

export const replicasEs: typeof replicasEn = {
  title: 'Qué está en marcha',
  none: 'Todavía no llegó ninguna señal de vida.',
  service: 'Servicio, máquina y puerto',
  version: 'Versión',
  started: 'Iniciado',
  seen: 'Última señal de vida',
  state: 'Estado',
  states: { running: 'En marcha', silent: 'Mudo', unknown: 'No se sabe' },
  unknownText: 'Las señales de vida de webhook-dispatcher llegan por RabbitMQ, que no está disponible.',
};
