import type { searchEn } from './search-en.js';

export const searchPt: typeof searchEn = {
  title: 'Busca',
  label: 'Encontrar um pedido',
  placeholder: 'Buscar pedido …',
  lead: 'Pelo webhook-id, pelo ID do pedido, pelo ID externo do lojista ou pelo número de um pedido em andamento.',
  ask: 'Digite o que você tem e aperte Enter.',
  none: (q) => `Nada se chama “${q}”`,
  noneText: 'Um número é encontrado enquanto o pedido está em andamento; IDs devem estar completos.',
  purged: (day) => `O pedido não existe mais desde ${day}`,
  purgedText: 'Nada acontecia com ele há mais tempo do que os pedidos são guardados.',
  truncated: 'Há mais: são mostrados os primeiros 50.',
  foundBy: 'Encontrado por',
  by: { id: 'ID do pedido', webhook_id: 'webhook-id', external_id: 'ID externo', display_id: 'Número' },
  updated: 'Alterado',
};
