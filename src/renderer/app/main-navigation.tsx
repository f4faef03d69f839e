import './app.css';
import { type LucideIcon, Plus, Printer, ScanBarcode, Settings, Truck } from 'lucide-react';
import type { MouseEvent } from 'react';
import { type ScreenName, showScreen, useScreen } from '../data/current-screen.ts';

const entries: readonly { readonly name: ScreenName; readonly label: string; readonly icon: LucideIcon }[] = [
  { name: 'scan', label: 'Scan', icon: ScanBarcode },
  { name: 'shipments', label: 'Shipments', icon: Truck },
  { name: 'new-order', label: 'New order', icon: Plus },
  { name: 'print-queue', label: 'Print queue', icon: Printer },
  { name: 'settings', label: 'Settings', icon: Settings },
];

/** The way to the five screens. */
export function MainNavigation() {
  const { current } = useScreen();
  const open = (event: MouseEvent, name: ScreenName): void => {
    event.preventDefault();
    showScreen(name);
  };
  return (
    <nav className="navigation" aria-label="Main">
      <ul>
        {entries.map(({ name, label, icon: Icon }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              aria-current={name === current ? 'page' : undefined}
              onClick={(event) => open(event, name)}
            >
              <Icon aria-hidden />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
