import { describe, expect, it } from 'vitest';
import { createRuntimeEvents } from '../../../src/main/core/runtime-events.ts';

function eventsForTest() {
  const bugs: unknown[] = [];
  const seen: string[] = [];
  return { ...createRuntimeEvents((error) => bugs.push(error)), bugs, seen };
}

describe('runtime events', () => {
  it('run every subscriber of that type, in the order of subscription, before publish returns', () => {
    const { publish, subscribe, seen } = eventsForTest();
    subscribe('order stored', () => seen.push('labels'));
    subscribe('command stored', () => seen.push('outbox'));
    subscribe('order stored', () => seen.push('deletions'));
    publish({ type: 'order stored' });
    expect(seen).toEqual(['labels', 'deletions']);
  });

  it('carry their values to the subscriber', () => {
    const { publish, subscribe, seen } = eventsForTest();
    subscribe('confirmation needed', ({ commands }) => seen.push(`${commands} commands`));
    publish({ type: 'confirmation needed', commands: 3 });
    expect(seen).toEqual(['3 commands']);
  });

  it('report what a subscriber throws as a bug, and run the other subscribers', () => {
    const { publish, subscribe, seen, bugs } = eventsForTest();
    const broken = new Error('broken subscriber');
    subscribe('deletion confirmed', () => {
      throw broken;
    });
    subscribe('deletion confirmed', () => seen.push('second'));
    publish({ type: 'deletion confirmed' });
    expect(seen).toEqual(['second']);
    expect(bugs).toEqual([broken]);
  });

  it('stop after unsubscribing, for that subscriber only', () => {
    const { publish, subscribe, seen } = eventsForTest();
    const unsubscribe = subscribe('service recovered', () => seen.push('first'));
    subscribe('service recovered', () => seen.push('second'));
    unsubscribe();
    unsubscribe();
    publish({ type: 'service recovered' });
    expect(seen).toEqual(['second']);
  });

  it('reach those who were subscribed when the event was published, whatever a subscriber changes', () => {
    const { publish, subscribe, seen } = eventsForTest();
    const unsubscribe = subscribe('order uncertain', () => {
      unsubscribe();
      subscribe('order uncertain', () => seen.push('late'));
    });
    subscribe('order uncertain', () => seen.push('second'));
    publish({ type: 'order uncertain' });
    expect(seen).toEqual(['second']);
    publish({ type: 'order uncertain' });
    expect(seen).toEqual(['second', 'second', 'late']);
  });

  it('may be published by a subscriber: the inner event is delivered first', () => {
    const { publish, subscribe, seen } = eventsForTest();
    subscribe('order named', () => {
      publish({ type: 'order stored' });
      seen.push('named');
    });
    subscribe('order stored', () => seen.push('stored'));
    publish({ type: 'order named' });
    expect(seen).toEqual(['stored', 'named']);
  });
});
