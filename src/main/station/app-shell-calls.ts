import { type Failure, failed, success } from '../../shared/contract/failure.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import type { ShownVerdict, StationView } from '../../shared/contract/station-view.ts';
import { message } from '../../shared/messages/message.ts';
import { unansweredStates } from '../../shared/orders/command.ts';
import { type PeopleView, peopleRulesSchema, peopleSchema } from '../../shared/settings/people.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { ProgramUpdate } from '../core/computer/program-update.ts';
import { sha256Of } from '../core/fingerprint.ts';
import type { Announce, Notices } from '../core/notices.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { OpenDataFolder, ReadLicences, TokenVault } from '../core/ports/desktop.ts';
import type { LabelPictures } from '../core/ports/printing.ts';
import { activityAt } from '../core/ports/write-context.ts';
import type { OpenEnvironment } from './open-environment.ts';

/** Most labels of the virtual printer that are shown. */
const virtualLabelsShown = 8;

interface KeptLabel {
  file: string;
  at: string;
  format: 'zpl' | 'pdf';
  bytes: Uint8Array;
}

export interface AppShellCallsParts {
  settings: () => Settings;
  opened: () => Pick<OpenEnvironment, 'environment' | 'runtime' | 'site' | 'virtualLabelFolder'>;
  vault: TokenVault;
  /** The environments whose saved token the service rejected. */
  rejectedTokens(): string[];
  notices: Notices;
  /** Another version of the program, and the restart for it. */
  update: Pick<ProgramUpdate, 'view' | 'finish'>;
  /** Who is signed in. */
  people(): PeopleView;
  announce: Announce;
  clock: Clock;
  version: string;
  dataFolder: string;
  openDataFolder: OpenDataFolder;
  readLicences: ReadLicences;
  pictures: LabelPictures;
  /** Lists the newest labels of the virtual printers in that folder, newest first. */
  listVirtualLabels(folder: string, limit: number): Promise<KeptLabel[]>;
}

type AppShellCall =
  | 'station.read'
  | 'station.restart'
  | 'verdict.show'
  | 'verdict.read'
  | 'notice.dismiss'
  | 'attention.read'
  | 'about.read'
  | 'about.licences'
  | 'data-folder.open'
  | 'site.read'
  | 'site.held-parcels'
  | 'site.take-over'
  | 'site.read-on'
  | 'virtual-printer.labels';

/** The calls of the app shell. */
export function appShellCalls(parts: AppShellCallsParts): Handlers<AppShellCall> {
  let verdict: ShownVerdict | null = null;
  const read = async (): Promise<StationView> => {
    const settings = parts.settings();
    const { environment, runtime, site: opened } = parts.opened();
    const site = await opened?.view();
    const printers = runtime.printQueue.states();
    return {
      settings: withoutSecrets(settings),
      environment: { name: environment.name, kind: environment.kind, currency: environment.currency ?? null },
      service: runtime.health(),
      printer: printers.find((printer) => printer.isDefault) ?? null,
      printers,
      waiting: await runtime.records.countCommands(unansweredStates),
      notices: parts.notices.list(),
      vault: {
        isProtected: await parts.vault.isProtected(),
        environmentsWithToken: await withToken(parts.vault, settings),
      },
      environmentsWithRejectedToken: parts.rejectedTokens(),
      people: parts.people(),
      version: parts.version,
      ...parts.update.view(),
      ...(site && { site }),
      ...(runtime.rehearsals.read() !== null && { isRehearsing: true }),
    };
  };

  return {
    'station.read': async () => success(await read()),
    'station.restart': async () => parts.update.finish(),
    'site.read': async () => success((await parts.opened().site?.details()) ?? null),
    'site.held-parcels': async ({ bench }) =>
      success({ parcels: (await parts.opened().site?.takeOvers.count(bench)) ?? 0 }),
    async 'site.take-over'({ bench }) {
      const { site, runtime } = parts.opened();
      const done = await site?.takeOvers.run(bench);
      if (!done) return failed({ code: 'not-allowed-now', message: message('site.not-connected') });
      const outcome = message('journal.parcels-taken-over', { bench, ...done });
      await runtime.records.note(activityAt(parts.clock.now(), 'operator', 'take-over-parcels', null, outcome));
      return success(done);
    },
    async 'site.read-on'({ bench }) {
      const { site, runtime } = parts.opened();
      // One that is read on already needs nothing.
      if (!(await site?.readOn(bench))) return success(null);
      const outcome = message('journal.bench-read-on', { bench });
      await runtime.records.note(activityAt(parts.clock.now(), 'operator', 'read-on-bench', null, outcome));
      return success(null);
    },
    async 'verdict.show'(shown) {
      verdict = shown;
      parts.announce('verdict');
      return success(null);
    },
    'verdict.read': async () => success(verdict),
    async 'notice.dismiss'({ noticeId }) {
      parts.notices.dismiss(noticeId);
      return success(null);
    },
    'attention.read': async () => success(await parts.opened().runtime.attention.read()),
    async 'about.read'() {
      const { electron = null, chrome = null, node } = process.versions;
      const versions = { packbench: parts.version, electron, chromium: chrome, node };
      return success({ versions, dataFolder: parts.dataFolder });
    },
    'about.licences': async () => success(await parts.readLicences()),
    async 'data-folder.open'() {
      return (await parts.openDataFolder()) ? success(null) : failed(folderNotOpened(parts.dataFolder));
    },
    async 'virtual-printer.labels'() {
      const labels = await parts.listVirtualLabels(parts.opened().virtualLabelFolder, virtualLabelsShown);
      return success(await Promise.all(labels.map((label) => withPicture(label, parts.pictures))));
    },
  };
}

const folderNotOpened = (folder: string): Failure => ({
  code: 'unreadable',
  message: message('data-folder.not-opened', { folder }),
});

/** Removes what may hold a secret: people's badges, webhooks, of which `webhooks.read` returns the rest, and the proxy, which no screen shows. */
function withoutSecrets(settings: Settings): Settings {
  return {
    ...settings,
    network: {},
    people: peopleSchema.parse(peopleRulesSchema.parse(settings.people)),
    environments: settings.environments.map(({ webhook: _, ...environment }) => environment),
  };
}

/** Adds the picture of a label; null where drawing fails. */
async function withPicture({ file, at, format, bytes }: KeptLabel, pictures: LabelPictures) {
  const sha256 = sha256Of(bytes);
  const picture = await pictures.picture({ sha256, format, bytes });
  return { file, at, png: picture.ok ? picture.value : null };
}

async function withToken(vault: TokenVault, settings: Settings): Promise<string[]> {
  const names = settings.environments.map((environment) => environment.name);
  const tokens = await Promise.all(names.map((name) => vault.read(name)));
  return names.filter((_, index) => tokens[index] !== null);
}
