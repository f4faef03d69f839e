import './app.css';
import { type LucideIcon, Plus, Printer, ScanBarcode, Settings, Truck } from 'lucide-react';
import type { MouseEvent } from 'react';
import { type ScreenName, showScreen, useScreen } from '../data/current-screen.ts';
import { text } from '../text/text.ts';

const entries: readonly { readonly name: ScreenName; readonly icon: LucideIcon }[] = [
  { name: 'scan', icon: ScanBarcode },
  { name: 'shipments', icon: Truck },
  { name: 'new-order', icon: Plus },
  { name: 'print-queue', icon: Printer },
  { name: 'settings', icon: Settings },
];

/** Links to the five screens. */
export function MainNavigation() {
  const { current } = useScreen();
  const open = (event: MouseEvent, name: ScreenName): void => {
    event.preventDefault();
    showScreen(name);
  };
  return (
    <nav className="navigation" aria-label={text('navigation.name')}>
      <ul>
        {entries.map(({ name, icon: Icon }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              aria-current={name === current ? 'page' : undefined}
              onClick={(event) => open(event, name)}
            >
              <Icon aria-hidden />
              {text(`navigation.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
