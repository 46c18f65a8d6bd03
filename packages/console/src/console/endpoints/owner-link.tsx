import { hrefTo } from '../../shell/router.js';
import { longClass } from '../../ui/format.js';
import { ownerPlace } from '../api/owners.js';

export const OwnerLink = ({ id, name }: { id: string; name: string }) => (
  <a class={longClass(name)} title={id} href={hrefTo(ownerPlace(id))}>
    {name}
  </a>
);

type EndpointOfProps = { id: string; name: string; owner: { id: string; name: string } | undefined };

/** An endpoint by its name, and whose it is. */
export const EndpointOf = ({ id, name, owner }: EndpointOfProps) => (
  <span class="endpoint-of">
    <a class="address" title={id} href={hrefTo(['endpoints', id])}>
      {name}
    </a>
    {owner && <OwnerLink {...owner} />}
  </span>
);
