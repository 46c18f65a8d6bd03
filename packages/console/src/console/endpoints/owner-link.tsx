import { hrefTo } from '../../shell/router.js';
import { longClass } from '../../ui/long-class.js';
import { ownerPlace } from '../api/owners.js';

export const OwnerLink = ({ id, name }: { id: string; name: string }) => (
  <a class={longClass(name)} href={hrefTo(ownerPlace(id))}>
    {name}
  </a>
);
