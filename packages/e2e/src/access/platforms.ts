import { platformScopes } from '@delivery/contracts';
import { expectSuccess, type Product } from '@delivery/test-support';

export type Platforms = Awaited<ReturnType<typeof createPlatforms>>;

export const createPlatforms = async (product: Product) => {
  const tokenOf = async (name: string, wanted: object = {}) => {
    const body = { name, mode: 'live', scopes: platformScopes, ...wanted };
    return expectSuccess(await product.operator.call('/operator/v1/platforms', { method: 'POST', body }));
  };
  const scoped: Record<string, string> = {};
  for (const scope of platformScopes)
    scoped[scope] = String((await tokenOf(`Only ${scope}`, { scopes: [scope] }))['token']);
  return {
    first: await product.createPlatform({ name: 'Pedidos' }),
    second: await product.createPlatform({ name: 'Lojas' }),
    sandbox: await product.createPlatform({ name: 'Testes', mode: 'sandbox' }),
    expired: String((await tokenOf('Expired', { expires_at: new Date(Date.now() + 1_000) }))['token']),
    revoked: await tokenOf('Revoked'),
    scoped,
  };
};
