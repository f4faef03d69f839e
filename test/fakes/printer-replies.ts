import type { VariableRequest } from './printer-input.ts';
import {
  errorFlagsReply,
  type FakeCounts,
  type FakeIdentity,
  type FakeStatus,
  hostStatusReply,
  identificationReply,
  silencesHostStatus,
  systemStatus,
} from './printer-status.ts';

/** What the fake printer answers to. Printers differ, and the guides contradict each other. */
export interface FakeAnswers {
  /** `~HS`; newer guides say that it is silent in most faults. */
  hostStatus: 'always' | 'without faults' | 'never';
  /** `~HQES`. */
  errorFlags: boolean;
  /** `~HI`. */
  identification: boolean;
  /** Variables (`! U1 getvar`). */
  variables: boolean;
}

export const answersEverything: FakeAnswers = {
  hostStatus: 'always',
  errorFlags: true,
  identification: true,
  variables: true,
};
export const answersNothing: FakeAnswers = {
  hostStatus: 'never',
  errorFlags: false,
  identification: false,
  variables: false,
};

/** All parts of an answer. */
export interface FakeFacts {
  readonly answers: FakeAnswers;
  readonly status: FakeStatus;
  readonly counts: FakeCounts;
  readonly identity: FakeIdentity;
  readonly labelCount: number;
  /** Variables that were set, or that a test gives another value; null for one it does not know. */
  readonly variables: ReadonlyMap<string, string | null>;
}

/** The reply to a `~` query; null if it stays silent. */
export function replyToCommand(command: string, facts: FakeFacts): Buffer | null {
  const { answers, status } = facts;
  switch (command) {
    case '~HS': {
      const silent =
        answers.hostStatus === 'never' || (answers.hostStatus === 'without faults' && silencesHostStatus(status));
      return silent ? null : hostStatusReply(status, facts.counts);
    }
    case '~HQES':
      return answers.errorFlags ? errorFlagsReply(status) : null;
    case '~HI':
      return answers.identification ? identificationReply(facts.identity) : null;
    default:
      return null;
  }
}

/** The reply to a `getvar`: the value in quotes, `"?"` for a name it does not know (SGD guide). Null if it stays silent. */
export function replyToVariable({ verb, name }: VariableRequest, facts: FakeFacts): Buffer | null {
  if (verb !== 'getvar' || !facts.answers.variables) return null;
  const value = facts.variables.has(name) ? facts.variables.get(name) : usualValue(name, facts);
  return Buffer.from(`"${value ?? '?'}"`, 'latin1');
}

function usualValue(name: string, { status, identity, labelCount }: FakeFacts): string | null {
  switch (name) {
    case 'zpl.system_status':
      return systemStatus(status);
    case 'odometer.total_label_count':
      return String(labelCount);
    case 'head.resolution.in_dpi':
      return String(Math.floor(identity.dotsPerMillimetre * 25.4));
    case 'device.unique_id':
      return identity.serial;
    case 'device.product_name':
      return identity.model;
    case 'appl.name':
      return identity.firmware;
    case 'zpl.zpl_override':
      return 'disabled';
    default:
      return null;
  }
}
