import type { Courier, MailLanguage, OrderStatus } from '@delivery/contracts';

/** The steps that every order takes, by the first status of each. */
export const steps = ['created', 'ready', 'on_route_to_delivery', 'delivered'] as const;
export type StepName = (typeof steps)[number];

export type Words = {
  /** Language of the document. */
  lang: string;
  order: (number: string) => string;
  /** Where it is. */
  status: Readonly<Record<OrderStatus, string>>;
  steps: Readonly<Record<StepName, string>>;
  stepsLabel: string;
  /** Before a time. */
  expected: string;
  /** How far the courier still has to go. */
  left: (distance: string) => string;
  map: string;
  /** Where it is brought to. */
  door: string;
  courier: string;
  vehicle: Readonly<Record<Courier['vehicle'], string>>;
  store: string;
  /** Where the page cannot refresh itself. */
  reload: string;
  /** Pages without an order: a title and what to do. */
  ended: readonly [string, string];
  unknown: readonly [string, string];
  limited: readonly [string, string];
  unavailable: readonly [string, string];
};

const en: Words = {
  lang: 'en',
  order: (number) => `Order ${number}`,
  status: {
    created: 'Your order is being prepared',
    ready: 'Your order is ready and waits for a courier',
    on_route_to_pickup: 'A courier is on the way to fetch your order',
    at_pickup: 'The courier is fetching your order',
    on_route_to_delivery: 'Your order is on the way to you',
    at_delivery: 'The courier is at your address',
    delivery_failed: 'The courier could not deliver your order',
    delivered: 'Your order was delivered',
    returned: 'Your order was brought back',
    canceled: 'Your order was canceled',
  },
  steps: { created: 'Ordered', ready: 'Ready', on_route_to_delivery: 'On the way', delivered: 'Delivered' },
  stepsLabel: 'Steps of the order',
  expected: 'Expected at about',
  left: (distance) => `About ${distance} to go`,
  map: 'Map',
  door: 'Delivery address',
  courier: 'Courier',
  vehicle: {
    bicycle: 'by bicycle',
    motorcycle: 'by motorcycle',
    car: 'by car',
    van: 'by van',
    foot: 'on foot',
    other: '',
  },
  store: 'From',
  reload: 'Reload the page to see where your order is now.',
  ended: ['This link has ended', 'It was for following one delivery, which is over.'],
  unknown: ['There is no such page', 'Check that the link is complete.'],
  limited: ['Too many requests', 'Wait a minute, then reload the page.'],
  unavailable: ['Not available at the moment', 'Reload the page in a minute. Your order is not affected.'],
};

const pt: Words = {
  lang: 'pt-BR',
  order: (number) => `Pedido ${number}`,
  status: {
    created: 'O seu pedido está em preparo',
    ready: 'O seu pedido está pronto e espera um entregador',
    on_route_to_pickup: 'Um entregador está a caminho para buscar o seu pedido',
    at_pickup: 'O entregador está buscando o seu pedido',
    on_route_to_delivery: 'O seu pedido está a caminho',
    at_delivery: 'O entregador está no seu endereço',
    delivery_failed: 'O entregador não conseguiu entregar o seu pedido',
    delivered: 'O seu pedido foi entregue',
    returned: 'O seu pedido foi devolvido',
    canceled: 'O seu pedido foi cancelado',
  },
  steps: { created: 'Pedido', ready: 'Pronto', on_route_to_delivery: 'A caminho', delivered: 'Entregue' },
  stepsLabel: 'Etapas do pedido',
  expected: 'Previsto para cerca de',
  left: (distance) => `Faltam cerca de ${distance}`,
  map: 'Mapa',
  door: 'Endereço de entrega',
  courier: 'Entregador',
  vehicle: {
    bicycle: 'de bicicleta',
    motorcycle: 'de moto',
    car: 'de carro',
    van: 'de van',
    foot: 'a pé',
    other: '',
  },
  store: 'De',
  reload: 'Recarregue a página para ver onde o seu pedido está agora.',
  ended: ['Este link expirou', 'Ele servia para acompanhar uma entrega, que já terminou.'],
  unknown: ['Esta página não existe', 'Veja se o link está completo.'],
  limited: ['Acessos demais', 'Espere um minuto e recarregue a página.'],
  unavailable: ['Indisponível no momento', 'Recarregue a página em um minuto. Nada muda no seu pedido.'],
};

const es: Words = {
  lang: 'es',
  order: (number) => `Pedido ${number}`,
  status: {
    created: 'Su pedido se está preparando',
    ready: 'Su pedido está listo y espera a un repartidor',
    on_route_to_pickup: 'Un repartidor va a retirar su pedido',
    at_pickup: 'El repartidor está retirando su pedido',
    on_route_to_delivery: 'Su pedido está en camino',
    at_delivery: 'El repartidor está en su dirección',
    delivery_failed: 'El repartidor no pudo entregar su pedido',
    delivered: 'Su pedido fue entregado',
    returned: 'Su pedido fue devuelto',
    canceled: 'Su pedido fue cancelado',
  },
  steps: { created: 'Pedido', ready: 'Listo', on_route_to_delivery: 'En camino', delivered: 'Entregado' },
  stepsLabel: 'Etapas del pedido',
  expected: 'Se espera hacia las',
  left: (distance) => `Faltan unos ${distance}`,
  map: 'Mapa',
  door: 'Dirección de entrega',
  courier: 'Repartidor',
  vehicle: {
    bicycle: 'en bicicleta',
    motorcycle: 'en moto',
    car: 'en auto',
    van: 'en camioneta',
    foot: 'a pie',
    other: '',
  },
  store: 'De',
  reload: 'Recargue la página para ver dónde está su pedido ahora.',
  ended: ['Este enlace ha terminado', 'Servía para seguir una entrega, que ya terminó.'],
  unknown: ['Esta página no existe', 'Compruebe que el enlace está completo.'],
  limited: ['Demasiadas visitas', 'Espere un minuto y recargue la página.'],
  unavailable: ['No disponible por el momento', 'Recargue la página en un minuto. Su pedido no cambia.'],
};

export const words: Readonly<Record<MailLanguage, Words>> = { en, pt, es };
