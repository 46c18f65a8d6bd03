import { addCopyButtons } from './copy.js';
import { followReading } from './reading.js';
import { addSearch } from './search.js';
import { makeTabs } from './tabs.js';

/** Without this script the pages can be read as a whole; it adds tabs, copying, search, and where one is. */
makeTabs();
addCopyButtons();
addSearch();
followReading();
