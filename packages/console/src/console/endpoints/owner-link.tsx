import { hrefTo } from '../../shell/router.js';
import { longClass } from '../../ui/long-class.js';
import { hasPage, ownerPlace } from '../api/owners.js';

export const OwnerLink = ({ id, name }: { id: string; name: string }) =>
  hasPage(id) ? (
    <a class={longClass(name)} href={hrefTo(ownerPlace(id))}>
      {name}
    </a>
  ) : (
    <span class={longClass(name)}>{name}</span>
  );
