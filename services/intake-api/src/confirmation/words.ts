import type { MailLanguage } from '@delivery/contracts';

type Words = {
  /** Language of the document. */
  lang: string;
  /** A title and a text. */
  ask: readonly [string, string];
  button: string;
  confirmed: (owner: string) => readonly [string, string];
  ended: readonly [string, string];
  unknown: readonly [string, string];
  unavailable: readonly [string, string];
};

const en: Words = {
  lang: 'en',
  ask: ['Confirm your e-mail address', 'You then get a mail when webhooks do not arrive, and when they arrive again.'],
  button: 'Confirm',
  confirmed: (owner) => ['Your e-mail address is confirmed', `You get a mail when webhooks of ${owner} do not arrive.`],
  ended: ['This link has expired', 'The address is no longer a contact. You get no mails.'],
  unknown: ['This link is not valid', 'Ask the sender to save its contacts again: you then get a new link.'],
  unavailable: ['Not available at the moment', 'Try again in a minute.'],
};

const pt: Words = {
  lang: 'pt-BR',
  ask: [
    'Confirme o seu endereço de e-mail',
    'Você passa a receber um e-mail quando os webhooks não chegam, e quando voltam a chegar.',
  ],
  button: 'Confirmar',
  confirmed: (owner) => [
    'O seu endereço de e-mail está confirmado',
    `Você recebe um e-mail quando os webhooks de ${owner} não chegam.`,
  ],
  ended: ['Este link expirou', 'O endereço não é mais um contato. Você não recebe e-mails.'],
  unknown: ['Este link não é válido', 'Peça ao remetente que salve os contatos de novo: você recebe um novo link.'],
  unavailable: ['Indisponível no momento', 'Tente de novo em um minuto.'],
};

const es: Words = {
  lang: 'es',
  ask: [
    'Confirme su dirección de correo',
    'Así recibe un correo cuando los webhooks no llegan, y cuando vuelven a llegar.',
  ],
  button: 'Confirmar',
  confirmed: (owner) => [
    'Su dirección de correo está confirmada',
    `Recibe un correo cuando los webhooks de ${owner} no llegan.`,
  ],
  ended: ['Este enlace ha caducado', 'La dirección ya no es un contacto. No recibe correos.'],
  unknown: [
    'Este enlace no es válido',
    'Pida al remitente que guarde de nuevo sus contactos: recibirá un enlace nuevo.',
  ],
  unavailable: ['No disponible en este momento', 'Inténtelo de nuevo en un minuto.'],
};

export const words: Readonly<Record<MailLanguage, Words>> = { en, pt, es };
