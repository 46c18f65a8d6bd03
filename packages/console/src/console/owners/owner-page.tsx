import type { ComponentChildren } from 'preact';
import type { MerchantView } from '@delivery/contracts';
import type { Live } from '../../api/live.js';
import { hrefTo, useTitle } from '../../shell/router.js';
import { Filters } from '../../ui/filters.js';
import { Loaded } from '../../ui/states.js';
import { text } from '../text/index.js';
import { CallerSwitch, type CallerSwitchProps } from './caller-switch.js';

type Owner = Pick<MerchantView, 'name' | 'status'>;

type Part = { label: string; place: readonly string[]; isChosen: boolean };

/** The overview, and the parts of these names below it. `chosen`: undefined is the overview, null none of them. */
export const partsOf = (
  place: readonly string[],
  chosen: string | null | undefined,
  names: Readonly<Record<string, string>>,
): Part[] => [
  { label: text().merchants.overview, place, isChosen: chosen === undefined },
  ...Object.entries(names).map(([part, label]) => ({ label, place: [...place, part], isChosen: chosen === part })),
];

type OwnerPageProps<T> = Pick<CallerSwitchProps, 'kind' | 'path'> & {
  live: Live<T>;
  /** The list that it is in. */
  list: { place: string; title: string };
  badges: (owner: T) => ComponentChildren;
  sections: string;
  parts: readonly Part[];
  children: (owner: T) => ComponentChildren;
};

/** The frame of the pages of a merchant, a platform or a courier's system: its name, whether it may call, and its parts. */
export const OwnerPage = <T extends Owner>(props: OwnerPageProps<T>) => {
  const { live, list, badges, kind, path, sections, parts, children } = props;
  useTitle(live.data.value?.name);
  return (
    <>
      <p class="crumbs">
        <a href={hrefTo([list.place])}>{list.title}</a>
      </p>
      {live.data.value === undefined && <h1>{list.title}</h1>}
      <Loaded live={live}>
        {(owner) => (
          <>
            <div class="title-row">
              <h1>{owner.name}</h1>
              {badges(owner)}
              <CallerSwitch kind={kind} path={path} status={owner.status} refresh={live.refresh} />
            </div>
            <Filters
              label={sections}
              choices={parts.map(({ label, place, isChosen }) => ({ label, href: hrefTo(place), isChosen }))}
            />
            {children(owner)}
          </>
        )}
      </Loaded>
    </>
  );
};
