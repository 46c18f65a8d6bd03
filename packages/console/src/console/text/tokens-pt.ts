import type { callerSwitchEn, ownerFormEn, platformKeysEn, platformTokensEn, tokensEn } from './tokens-en.js';

export const tokensPt: typeof tokensEn = {
  none: 'Nenhum token: toda chamada é recusada',
  endsIn: 'Token',
  add: 'Adicionar um token',
  addTitle: 'Adicionar um token?',
  addText: 'Ele vale ao lado do que está em uso. Entregue-o ao dono, e revogue o antigo quando não for mais usado.',
  revoke: 'Revogar',
  revokeTitle: 'Revogar este token?',
  revokeText: 'Em segundos toda chamada com ele é recusada. Isto não pode ser desfeito.',
  revoked: 'O token foi revogado.',
  secret: {
    title: 'Novo token',
    text: 'É mostrado uma única vez. Copie agora e envie somente ao dono.',
  },
};

export const platformTokensPt: typeof platformTokensEn = {
  mode: 'Modo',
  modes: { live: 'produção', sandbox: 'sandbox' },
  scopes: 'Permissões',
  scopeChoices: {
    'merchants:read': 'ver os seus lojistas',
    'merchants:write': 'adicionar e alterar os seus lojistas',
    'webhooks:read': 'ver endpoints e webhooks',
    'webhooks:write': 'alterar endpoints, reenviar webhooks',
  },
  lives: { quarter: 'em 90 dias', year: 'em um ano', endless: 'quando for revogado' },
};

export const callerSwitchPt: typeof callerSwitchEn = {
  disabled: 'As chamadas são recusadas de agora em diante.',
  enabled: 'As chamadas são aceitas de novo.',
  merchant: {
    disableTitle: 'Desativar este lojista?',
    disableText:
      'As chamadas são recusadas, e quem está no portal sai. Os pedidos continuam, e os webhooks deles são enviados.',
    enableTitle: 'Ativar este lojista?',
  },
  platform: {
    disableTitle: 'Desativar esta plataforma?',
    disableText: 'As chamadas dela são recusadas, e os webhooks dela são retidos. Os lojistas continuam.',
    enableTitle: 'Ativar esta plataforma?',
  },
  courier: {
    disableTitle: 'Desativar este sistema de entregas?',
    disableText: 'As chamadas são recusadas, e os webhooks são retidos. Os pedidos que ele aceitou ficam com ele.',
    enableTitle: 'Ativar este sistema de entregas?',
  },
  enableText: 'Em segundos as chamadas são respondidas de novo, e os webhooks retidos são enviados.',
};

export const platformKeysPt: typeof platformKeysEn = {
  title: 'Chaves',
  none: 'Nenhuma chave ainda: o primeiro lojista a cria',
  since: 'Criada',
  oldUntil: 'A antiga vale até',
  rotate: 'Trocar',
  rotateTitle: 'Trocar esta chave?',
  rotateText: 'Todos os lojistas deste modo a enviam ao lado dos tokens. Lojistas novos recebem a nova.',
  again: 'A chave antiga ainda vale: você vê de novo a mesma chave nova, e escolhe de novo quando a antiga termina.',
  old: 'A chave antiga expira',
  hours: { now: 'agora', day: 'em 24 horas', week: 'em 7 dias' },
  secret: {
    title: 'Nova chave',
    text: 'Envie somente à plataforma.',
  },
};

export const ownerFormPt: typeof ownerFormEn = {
  new: { merchant: 'Novo lojista', platform: 'Nova plataforma', courier: 'Novo sistema de entregas' },
  add: 'Adicionar',
  edit: 'Editar',
  editTitle: {
    merchant: 'Editar este lojista',
    platform: 'Editar esta plataforma',
    courier: 'Editar este sistema de entregas',
  },
  platformHint: 'Pelo nome; um nome novo cria uma plataforma. Vazio: o lojista não tem nenhuma.',
  referenceHint: 'O ID do lojista no sistema da própria plataforma.',
  timeZone: 'Fuso horário padrão',
  webhookUrl: 'URL dos webhooks',
  webhookUrlHint: 'Cria um endpoint para os eventos padrão. Vazio: nenhum por enquanto.',
  createLimit: 'Pedidos por minuto',
  otherLimit: 'Outras chamadas por minuto',
  limitHint: 'Vazio: o padrão desta instalação.',
  servesHint: 'IDs de lojistas, separados por espaços. Vazio: todos os lojistas do modo.',
  created: {
    title: 'Credenciais',
    key: 'Chave',
    token: 'Token de acesso',
    secret: 'Segredo de assinatura',
    merchant:
      'O token e o segredo são mostrados uma única vez. Envie-os com a chave ao lojista, que manda chave e token ' +
      'em cada chamada. Depois, convide as pessoas dele.',
    platform: 'O token é mostrado uma única vez. Envie-o à plataforma, que já pode usá-lo dentro das permissões.',
    courier:
      'O token é mostrado uma única vez. Envie-o à empresa, que recebe ofertas de entregas a partir de agora. ' +
      'Depois, ela adiciona um endpoint ou lê os seus eventos.',
  },
};
