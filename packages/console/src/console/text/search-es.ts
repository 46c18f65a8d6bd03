import type { searchEn } from './search-en.js';

export const searchEs: typeof searchEn = {
  title: 'Búsqueda',
  label: 'Buscar un pedido, endpoint o comercio',
  placeholder: 'Buscar …',
  lead: 'Un pedido por su número, ID, ID externo o un webhook-id; un endpoint por su ID o una parte de su dirección; un comercio por su nombre o ID.',
  ask: 'Escribe un número, un ID, una dirección o un nombre y pulsa Enter.',
  none: (q) => `Nada coincide con “${q}”`,
  noneText: 'Escribe números e ID enteros.',
  purged: (day) => `El pedido se eliminó el ${day}`,
  purgedText: 'Llevaba sin actividad más tiempo del que se guardan los pedidos.',
  truncated: 'Hay más: se muestran los primeros 50.',
  foundBy: 'Encontrado por',
  by: { id: 'ID del pedido', webhook_id: 'webhook-id', external_id: 'ID externo', display_id: 'Número' },
  updated: 'Cambiado',
  endpoint: 'Endpoint',
  merchant: 'Comercio',
};
