/**
 * The standard wants a UUID. The 24 digits of an order's id are in this one (RFC 9562, version 8), so nothing has to remember
 * which belongs to which.
 */
export const toDeliveryId = (orderId: string): string => {
  const part = (from: number, to: number) => orderId.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(12, 15)}-8${part(15, 18)}-${part(18, 24)}000000`;
};
