import { hrefTo } from '../../shell/router.js';
import { maySwitch } from '../session.js';
import { text } from '../text/index.js';

/** For people of a platform, who may go on to another of its merchants. */
export const SwitchLink = () =>
  maySwitch.value ? (
    <a class="switch" href={hrefTo(['merchants'])}>
      {text().switching.link}
    </a>
  ) : null;
