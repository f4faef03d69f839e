import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { watchNetwork } from '../../../src/main/station/station-adapters.ts';

const address = (text: string, internal = false): NetworkInterfaceInfo => ({
  address: text,
  netmask: '255.255.255.0',
  family: 'IPv4',
  mac: '00:00:00:00:00:00',
  internal,
  cidr: null,
});

it('network watch: reports added and removed addresses only, until it is stopped', () => {
  let interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = { lo: [address('127.0.0.1', true)] };
  let changes = 0;
  const timers = new Set<() => void>();
  const clock = {
    now: () => 0,
    after(_milliseconds: number, action: () => void) {
      timers.add(action);
      return () => void timers.delete(action);
    },
  };
  const look = (): void => {
    for (const action of [...timers]) {
      timers.delete(action);
      action();
    }
  };
  const stop = watchNetwork({ clock, read: () => interfaces, onChanged: () => (changes += 1) });
  look();
  expect(changes).toBe(0);
  interfaces = { ...interfaces, eth0: [address('10.0.0.7')] };
  look();
  look();
  expect(changes).toBe(1);
  // The same addresses in another order are no change.
  interfaces = { eth0: [address('10.0.0.7')], lo: [address('127.0.0.1', true), address('127.0.0.2', true)] };
  look();
  expect(changes).toBe(1);
  interfaces = { eth0: [] };
  look();
  expect(changes).toBe(2);
  stop();
  expect(timers.size).toBe(0);
});
