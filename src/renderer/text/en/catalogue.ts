import commandBarcodes from '../../../shared/messages/en/command-barcodes.json' with { type: 'json' };
import { englishMessages } from '../../../shared/messages/en/messages.ts';
import shipmentStates from '../../../shared/messages/en/shipment-states.json' with { type: 'json' };
import app from './app.json' with { type: 'json' };
import batchScreen from './batch-screen.json' with { type: 'json' };
import figures from './figures.json' with { type: 'json' };
import health from './health.json' with { type: 'json' };
import help from './help.json' with { type: 'json' };
import importsScreen from './imports-screen.json' with { type: 'json' };
import newOrder from './new-order.json' with { type: 'json' };
import printQueue from './print-queue.json' with { type: 'json' };
import printerSettings from './printer-settings.json' with { type: 'json' };
import rehearsals from './rehearsals.json' with { type: 'json' };
import sandbox from './sandbox.json' with { type: 'json' };
import scanScreen from './scan-screen.json' with { type: 'json' };
import settingsScreen from './settings-screen.json' with { type: 'json' };
import shipments from './shipments.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };
import uncertainOrders from './uncertain-orders.json' with { type: 'json' };

/** Every English sentence on the screen, in ICU message format. A second language is the same files in a folder of its own. */
export const english = {
  ...englishMessages,
  ...app,
  ...batchScreen,
  ...figures,
  ...health,
  ...help,
  ...importsScreen,
  ...newOrder,
  ...printQueue,
  ...rehearsals,
  ...sandbox,
  ...scanScreen,
  ...settingsScreen,
  ...printerSettings,
  ...shipments,
  ...uncertainOrders,
  ...states,
  ...shipmentStates,
  ...commandBarcodes,
};
