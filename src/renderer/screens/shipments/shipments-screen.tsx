import './shipments.css';
import { PackagePlus, SearchX, Truck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Parcel } from '../../../shared/parcel.ts';
import { call, onChanged } from '../../station.ts';
import { showScreen } from '../../stores/current-screen.ts';
import { useMirror } from '../../stores/mirror.ts';
import { stationViewMirror } from '../../stores/station-view.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { inThrees } from '../../words/digits.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { FindField } from './find-field.tsx';
import { ParcelPanel } from './parcel-panel.tsx';
import { createShipmentBoard, mostRows, type ShipmentBoard, type ShipmentBoardState } from './shipment-board.ts';
import { ShipmentGrid } from './shipment-grid.tsx';

/** Every parcel this station knows: found, looked into, printed, deleted. */
export function ShipmentsScreen() {
  const { value: view } = useMirror(stationViewMirror);
  // Nothing of one environment is shown in another: each has a board of its own.
  return view && <Board key={view.environment.name} />;
}

const makeBoard = (): ShipmentBoard =>
  createShipmentBoard({ readPage: (query) => call('shipments.page', query), onChanged });

function Board() {
  const [board] = useState(makeBoard);
  const state = useStore(board);
  const [opened, setOpened] = useState<Parcel | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => board.watch(), [board]);
  const close = () => {
    setOpened(null);
    requestAnimationFrame(() => grid.current?.focus());
  };
  return (
    <div className="screen shipments">
      <h1 className="only-spoken">Shipments</h1>
      <FindField value={state.find} onChange={board.search} count={countWords(state)} />
      <FailureStrip failure={state.failure} />
      <div className={opened === null ? 'shipments-board' : 'shipments-board shipments-board-open'}>
        <Card isFlush className="shipments-card">
          <ShipmentGrid ref={grid} board={board} state={state} openId={opened?.id ?? null} onOpen={setOpened} />
          <Nothing state={state} onClear={() => board.search('')} />
        </Card>
        {opened && <ParcelPanel key={opened.id} opened={opened} onClose={close} />}
      </div>
    </div>
  );
}

function countWords({ total, foundBy }: ShipmentBoardState): string {
  if (total === null) return '';
  const parcels = total === 1 ? '1 parcel' : `${inThrees(total)} parcels`;
  const limit = total > mostRows ? `; the newest ${inThrees(mostRows)} are listed` : '';
  return foundBy.trim() === '' ? `${parcels}${limit}` : `${parcels} found${limit}`;
}

function Nothing({ state, onClear }: { readonly state: ShipmentBoardState; readonly onClear: () => void }): ReactNode {
  if (state.total !== 0) return null;
  if (state.foundBy.trim() !== '') {
    return (
      <EmptyState icon={SearchX} title={`Nothing here begins with “${state.foundBy.trim()}”`}>
        <p>Codes are found by their beginning, people by any part of name or address.</p>
        <Button onPress={onClear}>Show all parcels</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Truck} title="No parcel is known here yet">
      <p>Parcels appear as soon as an order is created.</p>
      <Button icon={PackagePlus} onPress={() => showScreen('new-order')}>
        Write the first order
      </Button>
    </EmptyState>
  );
}
