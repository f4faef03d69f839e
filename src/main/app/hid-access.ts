import type { HIDDevice, Session, WebContents } from 'electron';
import { isBarcodeScanner, isChosen } from '../../shared/scanning/hid-scanner.ts';
import type { HidScannerFound } from '../../shared/scanning/scanner-settings.ts';
import type { OpenHidAccess } from '../core/ports/desktop.ts';

/** What this file uses of the page's session. */
export type HidSession = Pick<Session, 'setPermissionCheckHandler' | 'setDevicePermissionHandler'> & {
  on(
    event: 'select-hid-device',
    listener: (
      event: { preventDefault(): void },
      details: { readonly deviceList: readonly HIDDevice[]; readonly frame: unknown },
      answer: () => void,
    ) => void,
  ): unknown;
};

export interface HidAccessParts {
  readonly session: HidSession;
  /** The station's own page; no other page of the session looks for devices. */
  readonly page: Pick<WebContents, 'mainFrame'>;
  /** Its origin. */
  readonly origin: string;
}

/** Longest texts of a USB device, characters. */
const longestText = 126;

/**
 * Decides which HID devices the page may use: barcode scanners that the settings name. Looking for devices gives the page none, whatever it
 * asks for: it reports the connected scanners to main, which lists them for Settings. A session without this refuses every device.
 */
export function createHidAccess({ session, page, origin }: HidAccessParts): OpenHidAccess {
  return (chosen) => {
    let found: HidScannerFound[] = [];
    const isOwn = (asking: string): boolean => asking.replace(/\/$/, '') === origin;
    // The page may look for devices; for nothing else, as before (`closeSession`). Electron 33 does not name the asking page.
    session.setPermissionCheckHandler(
      (asking, permission, asked) => permission === 'hid' && (asking === null || asking === page) && isOwn(asked),
    );
    session.setDevicePermissionHandler(({ deviceType, origin: asking, device }) => {
      if (deviceType !== 'hid' || !isOwn(asking)) return false;
      const scanner = scannerOf(device as HIDDevice);
      return scanner !== null && chosen().some((one) => isChosen(one, scanner));
    });
    session.on('select-hid-device', (event, { deviceList, frame }, answer) => {
      event.preventDefault();
      if (frame === page.mainFrame) found = deviceList.flatMap((device) => scannerOf(device) ?? []);
      answer();
    });
    return {
      takeFound() {
        const taken = found;
        found = [];
        return taken;
      },
    };
  };
}

/** Null for everything that is no barcode scanner. Versions of Electron that do not describe devices (before 38) find none. */
function scannerOf(device: HIDDevice): HidScannerFound | null {
  const { vendorId, productId, name, serialNumber, collections } = device;
  if (!Array.isArray(collections) || !isBarcodeScanner(collections)) return null;
  const isNumbered = serialNumber !== undefined && serialNumber !== '' && serialNumber.length <= longestText;
  return { vendorId, productId, product: name.slice(0, longestText), serialNumber: isNumbered ? serialNumber : null };
}
