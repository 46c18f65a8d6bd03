import type { Site } from './layout.js';

export const merchantSite: Site = {
  title: 'Delivery orders',
  pages: [
    { id: 'guide', label: 'Guide' },
    { id: 'reference', label: 'API reference' },
  ],
};

export const operatorSite: Site = {
  title: 'Delivery orders: operator',
  pages: [{ id: 'reference', label: 'API reference' }],
};
