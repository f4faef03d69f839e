import { settingsSchema } from '../../shared/settings/settings.ts';
import { isHubName } from '../../shared/site/heartbeat.ts';
import { applyProvisioning } from '../provisioning/apply-provisioning.ts';
import { faultText } from '../provisioning/provisioning-fault.ts';
import { readProvisioning } from '../provisioning/read-provisioning.ts';
import { readSmallFile } from '../provisioning/small-file.ts';
import { cleanToken } from '../service/service-token.ts';
import { mainText } from '../text/main-text.ts';
import { type HubParts, sharedEnvironments } from './hub.ts';

/** What a hub is set up with, and what is to be written to standard error about its file. */
export type HubProvisioning = { readonly messages: readonly string[] } & (
  | { readonly ok: true; readonly settings: HubParts['settings']; readonly seed: string | null }
  | { readonly ok: false }
);

/**
 * Reads the provisioning file of a hub, which keeps no settings of its own: the file is what it knows, at each start. It holds the values of
 * the webhook headers, so that no other user may read it. Tokens in it are not used.
 */
export function readHubProvisioning(file: string): HubProvisioning {
  const refused = (...messages: string[]): HubProvisioning => ({ ok: false, messages });
  const empty = settingsSchema.parse({});
  const read = readProvisioning(file, empty, { consumeVariable: (name) => process.env[name], cleanToken });
  if (!read.ok)
    return refused(
      ...read.warnings,
      ...read.faults.map((fault) => mainText('provisioning.refused', { fault: faultText(fault) })),
    );
  const access = readSmallFile(file);
  if (access.ok && access.othersCanRead)
    return refused(mainText('provisioning.key-readable-by-others', { file, mode: access.mode.toString(8) }));
  const { settings } = applyProvisioning(empty, read.provisioning);
  const { fleet } = settings;
  if (fleet?.role !== 'hub') return refused(mainText('hub.other-role', { file }));
  if (sharedEnvironments(settings).length === 0) return refused(mainText('hub.not-shared', { file }));
  const seed = read.provisioning.fleet?.seed ?? null;
  // It receives webhooks all the same: refusing it would lose them.
  const name = isHubName(fleet.bench) ? [] : [mainText('hub.other-name', { bench: fleet.bench })];
  return { ok: true, messages: [...read.warnings, ...name], settings: { ...settings, fleet }, seed };
}
