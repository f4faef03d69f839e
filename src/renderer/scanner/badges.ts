import { useEffect, useEffectEvent } from 'react';
import { createStore } from 'zustand/vanilla';
import { assertNever } from '../../shared/contract/failure.ts';
import type { StationView } from '../../shared/contract/station-view.ts';
import type { ScanReading } from '../../shared/scanning/scan.ts';
import type { BadgeAnswer } from '../../shared/settings/people.ts';
import { roleMay, type StationAction } from '../../shared/settings/roles.ts';
import { showScreen } from '../data/current-screen.ts';
import { stationViewQuery } from '../data/queries.ts';
import { call } from '../data/station-client.ts';
import { failureParagraph, text } from '../text/text.ts';
import { reportScan } from './command-barcodes.ts';
import { badgeQueue, scanStore } from './scan-session.ts';
import { maxWaitingScans } from './scan-store.ts';

/** True where whoever is signed in may do it, and everywhere while people do not sign in. */
export const mayDo = ({ people }: StationView, action: StationAction): boolean =>
  !people.isOn || roleMay(people.signedIn?.role ?? null, action);

/** A scan that is the badge of a person and the code of a parcel: the person decides. */
interface TwofoldScan {
  readonly reading: ScanReading;
  readonly name: string;
}

const twofold = createStore<{ readonly scan: TwofoldScan | null }>(() => ({ scan: null }));

/** The scan that may be a badge or a parcel, until it is decided. */
export const twofoldScans = {
  getState: twofold.getState,
  getInitialState: twofold.getInitialState,
  subscribe: twofold.subscribe,
  dismiss: () => twofold.setState({ scan: null }),
};

let receiver: ((badge: ScanReading) => void) | null = null;

/** While it is given, the next scans are badges for the component, and sign no one in. */
export function useBadgeReceiver(receive: ((badge: ScanReading) => void) | null): void {
  const take = useEffectEvent((badge: ScanReading) => receive?.(badge));
  const isReceiving = receive !== null;
  useEffect(() => {
    if (!isReceiving) return;
    const own = (badge: ScanReading): void => take(badge);
    receiver = own;
    return () => {
      if (receiver === own) receiver = null;
    };
  }, [isReceiving]);
}

/** True where a component waits for a badge, and has it now. */
export function offerBadge(reading: ScanReading): boolean {
  receiver?.(reading);
  return receiver !== null;
}

/** A scan that was a badge. */
type ScannedBadge = Exclude<BadgeAnswer, { kind: 'none' }>;

/** Signs in whoever's badge it is; what is no badge is handed on, in the order of the scans. */
export function scanPerson(reading: ScanReading, handOn: () => void): void {
  if (!stationViewQuery.getState().value?.people.isOn) handOn();
  else answerBadge(reading, false, handOn);
}

/** The badge is meant, not the parcel. */
export const signInAnyway = ({ reading }: TwofoldScan): void => answerBadge(reading, true, () => {});

/** Asks main whose badge it is, in the order of the scans, and reports what main did. */
function answerBadge(reading: ScanReading, evenIfParcel: boolean, handOn: () => void): void {
  twofoldScans.dismiss();
  const isAccepted = badgeQueue.length < maxWaitingScans;
  if (!isAccepted) reportScan('warning', text('badge.too-many'));
  else
    badgeQueue.add(async () => {
      const answer = await call('badge.scan', { reading, evenIfParcel });
      if (!answer.ok) reportScan('warning', failureParagraph(answer.failure));
      else if (answer.value.kind === 'none') handOn();
      else reportBadge(answer.value, reading);
    });
}

function reportBadge(answer: ScannedBadge, reading: ScanReading): void {
  if (answer.kind === 'also a parcel') twofold.setState({ scan: { reading, name: answer.name } });
  if (answer.kind === 'approved' && answer.scanId !== null) {
    showScreen('scan');
    scanStore.show(answer.scanId);
  }
  const isDone = answer.kind === 'signed in' || (answer.kind === 'approved' && answer.failure === null);
  reportScan(isDone ? 'done' : 'warning', badgeSentence(answer));
}

/** null where the screen asks what was meant. */
function badgeSentence(answer: ScannedBadge): string | null {
  switch (answer.kind) {
    case 'signed in':
      return text('badge.signed-in', { name: answer.name, role: answer.role });
    case 'already signed in':
      return text('badge.already-signed-in', { name: answer.name });
    case 'retired':
      return text('badge.retired');
    case 'unclear':
      return text('badge.unclear');
    case 'also a parcel':
      return null;
    case 'approved':
      return answer.failure ? failureParagraph(answer.failure) : text('badge.approved', { name: answer.name });
    default:
      return assertNever(answer);
  }
}

/** Milliseconds between two signs that the person is there. */
const stayMs = 15_000;

/** Keeps whoever types or clicks signed in, until the returned function is called. */
export function keepSignedIn(): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const stay = (): void => {
    if (performance.now() - last < stayMs || !stationViewQuery.getState().value?.people.signedIn) return;
    last = performance.now();
    void call('person.stay', null);
  };
  const events = ['keydown', 'pointerdown'] as const;
  for (const event of events) window.addEventListener(event, stay, true);
  return () => {
    for (const event of events) window.removeEventListener(event, stay, true);
  };
}
