import type { peopleEn } from './people-en.js';

export const peoplePt: typeof peopleEn = {
  roles: {
    look: 'Ver',
    customers_data: 'Dados de clientes',
    act: 'Agir',
    administer: 'Administrar',
  },
  failures: {
    provider_away: 'O provedor de identidade não responde. Tente de novo, ou use o token de operador.',
    refused: 'O provedor de identidade não confirmou a sua entrada.',
    no_role: 'Você é conhecido, mas não tem um papel aqui. Peça um no provedor de identidade e entre de novo.',
    expired: 'A entrada demorou demais, ou começou em outro navegador. Comece de novo.',
    failed: 'A entrada não foi concluída. Comece de novo; o log do order-state diz por quê (operator.sign_in_failed).',
  },
  signInWith: (provider) => `Entrar com ${provider}`,
  orToken: 'Ou com o token de operador:',
};
