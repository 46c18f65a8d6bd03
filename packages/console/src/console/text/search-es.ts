import type { searchEn } from './search-en.js';

export const searchEs: typeof searchEn = {
  title: 'Búsqueda',
  label: 'Buscar un pedido, endpoint o comercio',
  placeholder: 'Buscar …',
  lead: 'Un pedido por su número, ID, ID externo, un webhook-id o el teléfono completo del cliente; un endpoint por su ID o una parte de su dirección; un comercio por su nombre o ID.',
  ask: 'Escribe un número, un ID, una dirección o un nombre y pulsa Enter.',
  none: (q) => `Nada coincide con “${q}”`,
  noneText:
    'Escribe números e ID enteros. Entre los pedidos de un comercio bastan los últimos cuatro dígitos del teléfono.',
  purged: (day) => `El pedido se eliminó el ${day}`,
  purgedText: 'Llevaba sin actividad más tiempo del que se guardan los pedidos.',
  truncated: 'Hay más: se muestran los primeros 50.',
  foundBy: 'Encontrado por',
  by: {
    id: 'ID del pedido',
    webhook_id: 'webhook-id',
    external_id: 'ID externo',
    display_id: 'Número',
    phone: 'Teléfono',
  },
  ofMerchant: { label: 'Número, ID o teléfono', submit: 'Buscar' },
  within: 'Solo entre los pedidos y endpoints de',
  updated: 'Cambiado',
  endpoint: 'Endpoint',
  merchant: 'Comercio',
};
