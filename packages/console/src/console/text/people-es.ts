import type { peopleEn } from './people-en.js';

export const peopleEs: typeof peopleEn = {
  roles: {
    look: 'Mirar',
    customers_data: 'Datos de clientes',
    act: 'Actuar',
    administer: 'Administrar',
  },
  failures: {
    provider_away: 'El proveedor de identidad no responde. Inténtalo de nuevo, o usa el token de operador.',
    refused: 'El proveedor de identidad no confirmó tu entrada.',
    no_role: 'Se te conoce, pero no tienes un rol aquí. Pide uno en el proveedor de identidad y entra de nuevo.',
    expired: 'La entrada tardó demasiado, o empezó en otro navegador. Empieza de nuevo.',
    failed:
      'La entrada no se completó. Empieza de nuevo; el registro de order-state dice por qué (operator.sign_in_failed).',
  },
  signInWith: (provider) => `Entrar con ${provider}`,
  orToken: 'O con el token de operador:',
};
