import { useEffect, useEffectEvent } from 'react';
import type { ScanReading } from '../../shared/scanning/scan.ts';

/** True where it handles the scan; false leaves it to the Scan screen. */
export type ScanDestination = (reading: ScanReading) => boolean;

/** Destinations that are offered a scan before the Scan screen, the newest first. Bounded by the screens shown. */
const destinations: ScanDestination[] = [];

/** Offers every scan to the destination until the function it returns is called. */
function registerScanDestination(destination: ScanDestination): () => void {
  destinations.unshift(destination);
  return () => {
    const index = destinations.indexOf(destination);
    if (index >= 0) destinations.splice(index, 1);
  };
}

/** True where a shown screen handled the scan. */
export function offerScan(reading: ScanReading): boolean {
  return destinations.some((destination) => destination(reading));
}

/** While the component is shown, scans are offered to it first. */
export function useScanDestination(destination: ScanDestination): void {
  const accept = useEffectEvent(destination);
  useEffect(() => registerScanDestination((reading) => accept(reading)), []);
}
