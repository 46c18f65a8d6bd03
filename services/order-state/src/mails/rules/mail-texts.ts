import type { MailLanguage } from '@delivery/contracts';

/** Subjects of mails about endpoints. `recovered` ends `failing`, `fetching` ends `not_fetching`. */
export type IncidentKind = 'failing' | 'recovered' | 'not_fetching' | 'fetching' | 'disabled';
/** `problem`: a courier waits for an answer. */
type NewsKind = IncidentKind | 'problem';

/** `order`: its number. */
type Named = { endpoint: string; order: string; merchant: string; since: string; reason: string };

export type MailTexts = {
  /** For `Intl`. */
  locale: string;
  /** Name of an endpoint without name and URL, or of a deleted one. */
  till: string;
  unnamed: string;
  /** Why the system disabled an endpoint, by its `disabled_reason`. */
  reasons: Readonly<Record<string, string>>;
  /** No text of a merchant: a subject is read before anything says who wrote it. */
  subject: Readonly<Record<NewsKind, string>>;
  /** Subject of a mail about several incidents. */
  summary: (count: number) => string;
  body: Readonly<Record<NewsKind, (named: Named) => string>>;
  link: string;
  /** Beside the address of the reference. */
  call: (call: string) => string;
  footer: (merchant: string) => string;
  confirm: { subject: string; body: (merchant: string) => string; link: string; footer: (merchant: string) => string };
  invite: AccessTexts;
  sign_in: AccessTexts;
};

/** `owner`: a merchant or a platform. */
type AccessTexts = { subject: string; body: (owner: string) => string; link: string; footer: string };

const en: MailTexts = {
  locale: 'en-GB',
  till: 'your till',
  unnamed: 'an endpoint',
  reasons: { gone: 'your server answered 410 Gone', failing: 'for five days no webhook arrived' },
  subject: {
    failing: 'A webhook endpoint does not accept its webhooks',
    recovered: 'A webhook endpoint accepts its webhooks again',
    not_fetching: 'A till does not fetch its webhooks',
    fetching: 'A till fetches its webhooks again',
    disabled: 'A webhook endpoint was disabled',
    problem: 'A courier waits for your answer',
  },
  summary: (count) => `${count} messages about webhooks and orders`,
  body: {
    failing: ({ endpoint, merchant, since }) =>
      `Since ${since} no webhook of ${merchant} has been accepted by ${endpoint}. We keep them and try again. After five days without one success we disable the endpoint.`,
    recovered: ({ endpoint, merchant, since }) =>
      `${endpoint} of ${merchant}, which had failed since ${since}, accepts webhooks again. Those that wait go out by themselves.`,
    not_fetching: ({ endpoint, merchant, since }) =>
      `Webhooks of ${merchant} wait for ${endpoint}, and nothing has fetched them since ${since}. Check that the till is on and has a network.`,
    fetching: ({ endpoint, merchant, since }) =>
      `${endpoint} of ${merchant}, which had not fetched since ${since}, fetches its webhooks again.`,
    disabled: ({ endpoint, merchant, since, reason }) =>
      `On ${since} we disabled ${endpoint} of ${merchant}: ${reason}. Its webhooks are held. Enable it once it works, and they go out in order.`,
    problem: ({ order, merchant, since }) =>
      `The courier of order ${order} of ${merchant} has a problem and has waited for your answer since ${since}.`,
  },
  link: 'Open it in the portal',
  call: (call) => `${call} shows it; the reference`,
  footer: (merchant) => `You get this mail because your address is a contact of ${merchant}.`,
  confirm: {
    subject: 'Confirm your e-mail address',
    body: (merchant) =>
      `${merchant} wants to tell you by mail when its webhooks do not arrive. Open the page and confirm that you want these mails. Unless you confirm, you get none.`,
    link: 'Confirm the address',
    footer: (merchant) =>
      `You get this mail because ${merchant} named your address as a contact. If you do not know ${merchant}, ignore it.`,
  },
  invite: {
    subject: 'Invitation to the delivery portal',
    body: (owner) =>
      `You are invited to the delivery portal of ${owner}. The link works once, within three days. After that, the portal sends a new one to this address.`,
    link: 'Accept and sign in',
    footer:
      'If you did not expect this invitation, ignore it. Anyone with the link can sign in as you, so do not forward it.',
  },
  sign_in: {
    subject: 'Your sign-in link',
    body: (owner) => `Sign in to the delivery portal of ${owner}. The link works once, within 15 minutes.`,
    link: 'Sign in',
    footer:
      'You get this mail because someone asked for a sign-in link for your address. If it was not you, ignore it. Do not forward it.',
  },
};

const pt: MailTexts = {
  locale: 'pt-BR',
  till: 'o seu caixa',
  unnamed: 'um endpoint',
  reasons: { gone: 'o seu servidor respondeu 410 Gone', failing: 'em cinco dias nenhum webhook chegou' },
  subject: {
    failing: 'Um endpoint não aceita os webhooks',
    recovered: 'Um endpoint voltou a aceitar os webhooks',
    not_fetching: 'Um caixa não busca os webhooks',
    fetching: 'Um caixa voltou a buscar os webhooks',
    disabled: 'Um endpoint foi desativado',
    problem: 'Um entregador espera a sua resposta',
  },
  summary: (count) => `${count} mensagens sobre webhooks e pedidos`,
  body: {
    failing: ({ endpoint, merchant, since }) =>
      `Desde ${since} nenhum webhook de ${merchant} foi aceito por ${endpoint}. Nós os guardamos e tentamos de novo. Depois de cinco dias sem nenhum sucesso desativamos o endpoint.`,
    recovered: ({ endpoint, merchant, since }) =>
      `${endpoint} de ${merchant}, que falhava desde ${since}, voltou a aceitar webhooks. Os que esperam saem sozinhos.`,
    not_fetching: ({ endpoint, merchant, since }) =>
      `Webhooks de ${merchant} esperam por ${endpoint}, e nada os busca desde ${since}. Veja se o caixa está ligado e tem rede.`,
    fetching: ({ endpoint, merchant, since }) =>
      `${endpoint} de ${merchant}, que não buscava desde ${since}, voltou a buscar os webhooks.`,
    disabled: ({ endpoint, merchant, since, reason }) =>
      `Em ${since} desativamos ${endpoint} de ${merchant}: ${reason}. Os webhooks ficam guardados. Ative-o quando funcionar, e eles saem em ordem.`,
    problem: ({ order, merchant, since }) =>
      `O entregador do pedido ${order} de ${merchant} tem um problema e espera a sua resposta desde ${since}.`,
  },
  link: 'Abrir no portal',
  call: (call) => `${call} o mostra; a referência`,
  footer: (merchant) => `Você recebe este e-mail porque o seu endereço é um contato de ${merchant}.`,
  confirm: {
    subject: 'Confirme o seu endereço de e-mail',
    body: (merchant) =>
      `${merchant} quer avisar você por e-mail quando os webhooks não chegarem. Abra a página e confirme que quer receber esses e-mails. Sem a confirmação você não recebe nenhum.`,
    link: 'Confirmar o endereço',
    footer: (merchant) =>
      `Você recebe este e-mail porque ${merchant} indicou o seu endereço como contato. Se você não conhece ${merchant}, ignore-o.`,
  },
  invite: {
    subject: 'Convite para o portal de entregas',
    body: (owner) =>
      `Você foi convidado para o portal de entregas de ${owner}. O link funciona uma vez, em até três dias. Depois disso, o portal envia um novo para este endereço.`,
    link: 'Aceitar e entrar',
    footer:
      'Se você não esperava este convite, ignore-o. Quem tem o link entra no seu lugar, por isso não o encaminhe.',
  },
  sign_in: {
    subject: 'O seu link de acesso',
    body: (owner) => `Entre no portal de entregas de ${owner}. O link funciona uma vez, em até 15 minutos.`,
    link: 'Entrar',
    footer:
      'Você recebe este e-mail porque alguém pediu um link de acesso para o seu endereço. Se não foi você, ignore-o. Não o encaminhe.',
  },
};

const es: MailTexts = {
  locale: 'es',
  till: 'su caja',
  unnamed: 'un endpoint',
  reasons: { gone: 'su servidor respondió 410 Gone', failing: 'en cinco días no llegó ningún webhook' },
  subject: {
    failing: 'Un endpoint no acepta los webhooks',
    recovered: 'Un endpoint vuelve a aceptar los webhooks',
    not_fetching: 'Una caja no recoge los webhooks',
    fetching: 'Una caja vuelve a recoger los webhooks',
    disabled: 'Un endpoint fue desactivado',
    problem: 'Un repartidor espera su respuesta',
  },
  summary: (count) => `${count} mensajes sobre webhooks y pedidos`,
  body: {
    failing: ({ endpoint, merchant, since }) =>
      `Desde ${since} ${endpoint} no ha aceptado ningún webhook de ${merchant}. Los guardamos y lo intentamos de nuevo. Tras cinco días sin un solo éxito desactivamos el endpoint.`,
    recovered: ({ endpoint, merchant, since }) =>
      `${endpoint} de ${merchant}, que fallaba desde ${since}, vuelve a aceptar webhooks. Los que esperan salen solos.`,
    not_fetching: ({ endpoint, merchant, since }) =>
      `Hay webhooks de ${merchant} que esperan a ${endpoint}, y nada los recoge desde ${since}. Compruebe que la caja está encendida y tiene red.`,
    fetching: ({ endpoint, merchant, since }) =>
      `${endpoint} de ${merchant}, que no recogía desde ${since}, vuelve a recoger los webhooks.`,
    disabled: ({ endpoint, merchant, since, reason }) =>
      `El ${since} desactivamos ${endpoint} de ${merchant}: ${reason}. Sus webhooks quedan guardados. Actívelo cuando funcione, y salen en orden.`,
    problem: ({ order, merchant, since }) =>
      `El repartidor del pedido ${order} de ${merchant} tiene un problema y espera su respuesta desde ${since}.`,
  },
  link: 'Abrirlo en el portal',
  call: (call) => `${call} lo muestra; la referencia`,
  footer: (merchant) => `Recibe este correo porque su dirección es un contacto de ${merchant}.`,
  confirm: {
    subject: 'Confirme su dirección de correo',
    body: (merchant) =>
      `${merchant} quiere avisarle por correo cuando sus webhooks no lleguen. Abra la página y confirme que quiere recibir estos correos. Sin la confirmación no recibe ninguno.`,
    link: 'Confirmar la dirección',
    footer: (merchant) =>
      `Recibe este correo porque ${merchant} indicó su dirección como contacto. Si no conoce ${merchant}, ignórelo.`,
  },
  invite: {
    subject: 'Invitación al portal de entregas',
    body: (owner) =>
      `Le invitan al portal de entregas de ${owner}. El enlace funciona una vez, en un plazo de tres días. Después, el portal envía uno nuevo a esta dirección.`,
    link: 'Aceptar y entrar',
    footer: 'Si no esperaba esta invitación, ignórela. Quien tiene el enlace entra en su lugar, así que no lo reenvíe.',
  },
  sign_in: {
    subject: 'Su enlace de acceso',
    body: (owner) => `Entre en el portal de entregas de ${owner}. El enlace funciona una vez, en 15 minutos.`,
    link: 'Entrar',
    footer:
      'Recibe este correo porque alguien pidió un enlace de acceso para su dirección. Si no fue usted, ignórelo. No lo reenvíe.',
  },
};

export const mailTexts: Readonly<Record<MailLanguage, MailTexts>> = { en, pt, es };
