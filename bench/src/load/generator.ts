import { sendCalls } from './call-load.js';
import { postOrders } from './http-load.js';
import { publishAll } from './publish-load.js';
import { readEach } from './read-load.js';
import { serveCommands } from './serve-commands.js';

/** Everything that is sent, from one process that receives nothing but answers. */
serveCommands({ postOrders, sendCalls, publishAll, readEach });
