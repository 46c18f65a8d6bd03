import type { replicasEn } from './replicas-en.js';

export const replicasEs: typeof replicasEn = {
  title: 'Qué está en marcha',
  none: 'Todavía no llegó ninguna señal de vida.',
  service: 'Servicio',
  name: 'Máquina y puerto',
  version: 'Versión',
  started: 'Iniciado',
  seen: 'Última señal de vida',
  state: 'Estado',
  runs: 'En marcha',
  silent: 'Mudo',
};
