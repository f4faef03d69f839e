import batchMessages from './batch.json' with { type: 'json' };
import exportMessages from './export.json' with { type: 'json' };
import generalMessages from './general.json' with { type: 'json' };
import importMessages from './import.json' with { type: 'json' };
import journalMessages from './journal.json' with { type: 'json' };
import labelMessages from './label.json' with { type: 'json' };
import orderMessages from './order.json' with { type: 'json' };
import outboxMessages from './outbox.json' with { type: 'json' };
import printJobMessages from './print-job.json' with { type: 'json' };
import printerMessages from './printer.json' with { type: 'json' };
import sandboxMessages from './sandbox.json' with { type: 'json' };
import scanMessages from './scan.json' with { type: 'json' };
import serviceMessages from './service.json' with { type: 'json' };
import settingsMessages from './settings.json' with { type: 'json' };
import storageMessages from './storage.json' with { type: 'json' };
import webhookMessages from './webhook.json' with { type: 'json' };
import zplMessages from './zpl.json' with { type: 'json' };

/** The English sentences of all messages by code, in ICU message format. The window shows them; main writes some into files. */
export const englishMessages = {
  ...generalMessages,
  ...batchMessages,
  ...exportMessages,
  ...importMessages,
  ...journalMessages,
  ...labelMessages,
  ...orderMessages,
  ...outboxMessages,
  ...printJobMessages,
  ...printerMessages,
  ...sandboxMessages,
  ...scanMessages,
  ...serviceMessages,
  ...settingsMessages,
  ...storageMessages,
  ...webhookMessages,
  ...zplMessages,
} as const;
