import { domainToASCII } from 'node:url';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import type { EnteredConnection } from '../../shared/settings/connection-test.ts';
import { type Environment, serviceUrlSchema } from '../../shared/settings/environment.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { headerValues, type WebhookSource } from '../../shared/settings/webhook-source.ts';
import { isLocalOnly } from '../../shared/settings/webhook-view.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { AddressChange, AddressQuestion, ConfirmAddress } from '../core/ports/desktop.ts';
import { mainText } from '../text/main-text.ts';

/** A question without the answers that every question has. */
export type AskedAddress = Omit<AddressQuestion, 'no'>;

/** Asks an operator about addresses and secrets that a call of the window brings; a provisioning file is not asked about. */
export interface AddressConfirmation {
  /**
   * One question at a time. `remembers`: a yes also answers the same question later, once, so that a connection is tested and saved with
   * one question.
   */
  confirm(asked: AskedAddress, remembers?: boolean): Promise<Result<null>>;
}

/** Most questions a minute, so that a page cannot ask until an operator gives in. */
export const maxQuestionsAMinute = 6;

/** Most answers remembered. */
const maxRemembered = 20;

/** Creates the questions of one station. */
export function createAddressConfirmation(ask: ConfirmAddress, clock: Pick<Clock, 'now'>): AddressConfirmation {
  const askedAt: number[] = [];
  const remembered = new Set<string>();
  let isAsking = false;
  return {
    async confirm(asked, remembers = false) {
      if (asked.changes.length === 0) return success(null);
      const key = JSON.stringify([asked.question, asked.changes]);
      if (remembers ? remembered.has(key) : remembered.delete(key)) return success(null);
      if (isAsking) return failed(questionOpen);
      while ((askedAt[0] ?? Number.POSITIVE_INFINITY) <= clock.now() - 60_000) askedAt.shift();
      if (askedAt.length >= maxQuestionsAMinute) return failed(tooManyQuestions);
      askedAt.push(clock.now());
      isAsking = true;
      try {
        if (!(await ask({ ...asked, no: mainText('address-question.no') }))) return failed(notConfirmed);
      } finally {
        isAsking = false;
      }
      if (remembers && remembered.size < maxRemembered) remembered.add(key);
      return success(null);
    },
  };
}

/** The addresses of a service as they are entered or saved. */
type ServiceAddresses = Pick<EnteredConnection, 'baseUrl' | 'labelUrl'>;

/** The question about the addresses of an environment; null where it has none that would be used. */
export function serviceQuestion(known: Environment | undefined, entered: ServiceAddresses): AskedAddress {
  const before = effectiveAddresses({ baseUrl: known?.baseUrl ?? '', labelUrl: known?.labelUrl ?? null });
  const after = effectiveAddresses(entered);
  // Labels that come from the service's own host need no line of their own.
  const isOwnHost = after.label !== null && after.service !== null && after.label === originOf(after.service);
  return {
    question: known
      ? mainText('address-question.service', { environment: known.name })
      : mainText('address-question.new-service'),
    changes: [
      ...changeOf(mainText('address-question.service.base-url'), before.service, after.service),
      ...(isOwnHost ? [] : changeOf(mainText('address-question.service.label-url'), before.label, after.label)),
    ],
    detail: mainText('address-question.service.detail'),
    yes: mainText('address-question.service.yes'),
  };
}

/** The question about the addresses of the webhook listener. One that is switched off has none. */
export function listenerQuestion(before: Settings['webhooks'], after: Settings['webhooks']): AskedAddress {
  const isLocal = isLocalOnly(after);
  return {
    question: mainText('address-question.listener'),
    changes: [
      ...changeOf(mainText('address-question.listener.address'), listenerPlace(before), listenerPlace(after)),
      ...changeOf(
        mainText('address-question.listener.public-address'),
        before.publicAddress ? shownUrl(before.publicAddress) : null,
        after.publicAddress ? shownUrl(after.publicAddress) : null,
      ),
    ],
    detail: mainText(`address-question.listener-reach.${isLocal ? 'local' : 'network'}`),
    yes: mainText('address-question.listener.yes'),
  };
}

/**
 * The question about the header values that authenticate events. The page may know a new one, and with it others could send events: it
 * is shown in full, to be compared with the service's dashboard. A saved one stays secret.
 */
export function webhookQuestion(
  environment: string,
  before: WebhookSource | undefined,
  after: WebhookSource,
): AskedAddress {
  const known = before ? headerValues(before) : [];
  const header = after.header.name;
  const added = headerValues(after).filter((value) => !known.includes(value));
  return {
    question: mainText('address-question.webhook', { environment }),
    changes: added.map((value) => ({
      name: mainText('address-question.webhook.header'),
      before: before ? mainText('address-question.webhook.saved', { header: before.header.name }) : null,
      after: mainText('address-question.webhook.value', { header, value }),
    })),
    detail: mainText('address-question.webhook.detail'),
    yes: mainText('address-question.webhook.yes'),
  };
}

const listenerPlace = ({ enabled, host, port }: Settings['webhooks']): string | null =>
  enabled ? mainText('address-question.listener.place', { host: shownHost(host), port: String(port) }) : null;

/** Removes control and direction characters, so that a text cannot imitate another question. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/** A host as it is connected to: a name with letters of another script in its ASCII form. */
export const shownHost = (host: string): string => domainToASCII(host) || onOneLine(host);

/** An address as it is connected to. */
const shownUrl = (text: string): string => new URL(text).href;

/** Addresses that cannot be used are left out: the call fails on them. */
function effectiveAddresses({ baseUrl, labelUrl }: ServiceAddresses): { service: string | null; label: string | null } {
  const service = usableUrl(baseUrl);
  return { service, label: labelUrl === null ? service && originOf(service) : usableUrl(labelUrl) };
}

const usableUrl = (text: string): string | null => {
  const parsed = serviceUrlSchema.safeParse(text);
  return parsed.success ? shownUrl(parsed.data) : null;
};

const originOf = (address: string): string => `${new URL(address).origin}/`;

const changeOf = (name: string, before: string | null, after: string | null): AddressChange[] =>
  after === null || after === before ? [] : [{ name, before, after }];

const notConfirmed: Failure = { code: 'not-allowed-now', message: message('address.not-confirmed') };

const questionOpen: Failure = { code: 'not-allowed-now', message: message('address.question-open') };

const tooManyQuestions: Failure = { code: 'not-allowed-now', message: message('address.too-many-questions') };
