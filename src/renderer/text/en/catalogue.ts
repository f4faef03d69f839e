import { englishMessages } from '../../../shared/text/en/messages.ts';
import app from './screens/app.json' with { type: 'json' };
import batchScreen from './screens/batch-screen.json' with { type: 'json' };
import importsScreen from './screens/imports-screen.json' with { type: 'json' };
import newOrder from './screens/new-order.json' with { type: 'json' };
import printQueue from './screens/print-queue.json' with { type: 'json' };
import printerSettings from './screens/printer-settings.json' with { type: 'json' };
import sandbox from './screens/sandbox.json' with { type: 'json' };
import scanScreen from './screens/scan-screen.json' with { type: 'json' };
import settingsScreen from './screens/settings-screen.json' with { type: 'json' };
import shipments from './screens/shipments.json' with { type: 'json' };
import states from './screens/states.json' with { type: 'json' };
import uncertainOrders from './screens/uncertain-orders.json' with { type: 'json' };

/** Every English sentence on the screen, in ICU message format. A second language is the same files in a folder of its own. */
export const english = {
  ...englishMessages,
  ...app,
  ...batchScreen,
  ...importsScreen,
  ...newOrder,
  ...printQueue,
  ...sandbox,
  ...scanScreen,
  ...settingsScreen,
  ...printerSettings,
  ...shipments,
  ...uncertainOrders,
  ...states,
};
