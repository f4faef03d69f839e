import batchMessages from './messages/batch.json' with { type: 'json' };
import exportMessages from './messages/export.json' with { type: 'json' };
import generalMessages from './messages/general.json' with { type: 'json' };
import importMessages from './messages/import.json' with { type: 'json' };
import labelMessages from './messages/label.json' with { type: 'json' };
import orderMessages from './messages/order.json' with { type: 'json' };
import outboxMessages from './messages/outbox.json' with { type: 'json' };
import printJobMessages from './messages/print-job.json' with { type: 'json' };
import printerMessages from './messages/printer.json' with { type: 'json' };
import scanMessages from './messages/scan.json' with { type: 'json' };
import serviceMessages from './messages/service.json' with { type: 'json' };
import settingsMessages from './messages/settings.json' with { type: 'json' };
import storageMessages from './messages/storage.json' with { type: 'json' };
import webhookMessages from './messages/webhook.json' with { type: 'json' };
import zplMessages from './messages/zpl.json' with { type: 'json' };
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
  ...generalMessages,
  ...batchMessages,
  ...exportMessages,
  ...importMessages,
  ...labelMessages,
  ...orderMessages,
  ...outboxMessages,
  ...printerMessages,
  ...printJobMessages,
  ...scanMessages,
  ...serviceMessages,
  ...settingsMessages,
  ...storageMessages,
  ...webhookMessages,
  ...zplMessages,
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
