import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createActiveEnvironment } from '../../../src/main/station/active-environment.ts';
import type { OpenEnvironment } from '../../../src/main/station/open-environment.ts';
import { success } from '../../../src/shared/contract/failure.ts';
import type { Handlers } from '../../../src/shared/contract/station-contract.ts';
import { callSchemas, type StationCall, stationCalls } from '../../../src/shared/contract/station-contract.ts';

const names = Object.keys(stationCalls) as StationCall[];
const scopeOf = (name: StationCall) => stationCalls[name].scope;

/** Handlers that only record which call reached which environment. */
async function stationWithTwoEnvironments() {
  let opened = 0;
  let finishOpening = (): void => {};
  const reached: string[] = [];
  const environment = await createActiveEnvironment({
    async open() {
      opened += 1;
      // Every environment after the first opens when the test says so.
      if (opened > 1) await new Promise<void>((resolve) => (finishOpening = resolve));
      const named = { environment: { name: `environment ${opened}` }, sendFacts: () => {} };
      return { ...named, start: async () => {}, close: async () => null } as unknown as OpenEnvironment;
    },
    begin: async () => {},
    onSwitched: () => {},
    onBug(error) {
      throw error;
    },
  });
  const handlers = Object.fromEntries(
    names.map((name) => [
      name,
      async () => {
        reached.push(environment.now().environment.name);
        return success(null);
      },
    ]),
  ) as unknown as Handlers;
  return {
    reached,
    reopen: environment.reopen,
    finishOpening: () => finishOpening(),
    answer: (name: StationCall) => environment.answer(handlers, name, null),
  };
}

const refusal = { ok: false, failure: { code: 'not-allowed-now', message: { code: 'call.environment-changed' } } };
const untilOpening = () => new Promise((resolve) => setImmediate(resolve));

describe('environment switch: the scope of calls', () => {
  it.each(names)('%s: made before the switch, answered after it', async (name) => {
    const station = await stationWithTwoEnvironments();
    const answered = station.answer(name);
    const switched = station.reopen();
    await untilOpening();
    station.finishOpening();
    await switched;
    if (scopeOf(name) === 'environment') {
      expect(await answered).toMatchObject(refusal);
      expect(station.reached).toEqual([]);
    } else expect(await answered).toEqual(success(null));
  });

  it.each(names)('%s: made while the other environment is being opened', async (name) => {
    const station = await stationWithTwoEnvironments();
    const switched = station.reopen();
    await untilOpening();
    const answered = station.answer(name);
    station.finishOpening();
    await switched;
    if (scopeOf(name) === 'environment') {
      expect(await answered).toMatchObject(refusal);
      expect(station.reached).toEqual([]);
    } else {
      expect(await answered).toEqual(success(null));
      expect(station.reached).toEqual(['environment 2']);
    }
  });

  it.each(names)('%s: made after the switch', async (name) => {
    const station = await stationWithTwoEnvironments();
    const switched = station.reopen();
    await untilOpening();
    station.finishOpening();
    await switched;
    expect(await station.answer(name)).toEqual(success(null));
    expect(station.reached).toEqual(['environment 2']);
  });

  it('every call that names a record by its number has the scope "environment"', () => {
    // Notices and people belong to the station: their numbers continue over environments, and none is used twice.
    const stationIds = ['noticeId', 'personId'];
    const isId = (key: string): boolean => (key === 'id' || key.endsWith('Id')) && !stationIds.includes(key);
    const naming = names.filter((name) => {
      const { input } = callSchemas(name);
      return input instanceof z.ZodObject && Object.keys(input.shape).some(isId);
    });
    expect(naming).toContain('order-book.record-use');
    expect(naming.filter((name) => scopeOf(name) !== 'environment')).toEqual([]);
  });
});
