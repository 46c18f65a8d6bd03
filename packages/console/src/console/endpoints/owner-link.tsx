import { hrefTo } from '../../shell/router.js';
import { longClass } from '../../ui/long-class.js';

/** Couriers' systems and platforms own endpoints too, and have no page. */
export const isMerchant = (ownerId: string): boolean => !/^(cour|plat)_/.test(ownerId);

export const OwnerLink = ({ id, name }: { id: string; name: string }) =>
  isMerchant(id) ? (
    <a class={longClass(name)} href={hrefTo(['merchants', id])}>
      {name}
    </a>
  ) : (
    <span class={longClass(name)}>{name}</span>
  );
