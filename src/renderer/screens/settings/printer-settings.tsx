import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { StationView } from '../../../shared/station-view.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PrinterEditor } from './printer-editor.tsx';
import { PrinterLine } from './printer-line.tsx';

/** Which editor is open: of one printer, of a new one, or none. */
type Editing = { readonly kind: 'none' } | { readonly kind: 'new' } | { readonly kind: 'known'; readonly name: string };

/** The printers of this station; labels go to the default one. */
export function PrinterSettings({ view }: { readonly view: StationView }) {
  const [editing, setEditing] = useState<Editing>({ kind: 'none' });
  const { printers } = view.settings;
  const close = () => setEditing({ kind: 'none' });
  return (
    <Card title="Printers" className="settings-card">
      {printers.length === 0 && <p className="settings-warning">No printer is set up: no label can be printed.</p>}
      <ul aria-label="Printers" className="settings-list">
        {printers.map((printer) => (
          <li key={printer.name}>
            {editing.kind === 'known' && editing.name === printer.name ? (
              <PrinterEditor known={printer} printers={printers} onClose={close} />
            ) : (
              <PrinterLine
                printer={printer}
                state={view.printers.find((state) => state.name === printer.name) ?? null}
                onEdit={() => setEditing({ kind: 'known', name: printer.name })}
              />
            )}
          </li>
        ))}
      </ul>
      {editing.kind === 'new' ? (
        <PrinterEditor known={null} printers={printers} onClose={close} />
      ) : (
        <div className="settings-buttons">
          <Button size="small" icon={Plus} onPress={() => setEditing({ kind: 'new' })}>
            Add printer
          </Button>
        </div>
      )}
    </Card>
  );
}
