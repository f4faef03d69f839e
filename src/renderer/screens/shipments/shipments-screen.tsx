import './shipments.css';
import { PackagePlus, SearchX, Truck } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { success } from '../../../shared/failure.ts';
import type { Parcel } from '../../../shared/parcel.ts';
import { call, onChanged } from '../../station.ts';
import { showScreen } from '../../stores/current-screen.ts';
import { useMirror } from '../../stores/mirror.ts';
import { stationViewMirror } from '../../stores/station-view.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportStrip } from '../export-strip.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { dayAtDesk } from './board-days.ts';
import { BoardTools } from './board-tools.tsx';
import { emptyWords } from './board-words.ts';
import { ParcelPage } from './parcel-page.tsx';
import { createSandboxDesk, type SandboxDesk, shipmentKey } from './sandbox-desk.ts';
import { SandboxPanel } from './sandbox-panel.tsx';
import { createShipmentBoard, everything, type ShipmentBoard, type ShipmentBoardState } from './shipment-board.ts';
import { ShipmentGrid } from './shipment-grid.tsx';

/** Every parcel this station knows: found, looked into, printed, deleted. */
export function ShipmentsScreen() {
  const { value: view } = useMirror(stationViewMirror);
  // Nothing of one environment is shown in another: each has a board of its own.
  if (!view) return null;
  const { name, currency, kind } = view.environment;
  return <Board key={name} currency={currency} maySandbox={kind !== 'production'} />;
}

const makeBoard = (): ShipmentBoard =>
  createShipmentBoard({ readPage: (query) => call('shipments.page', query), onChanged });

const makeSandboxDesk = (): SandboxDesk =>
  createSandboxDesk({
    today: dayAtDesk(new Date()),
    async findParcels(code) {
      const page = await call('shipments.page', { find: code, offset: 0, limit: 200 });
      return page.ok ? success(page.value.rows) : page;
    },
    runScenario: (wanted) => call('sandbox.run', wanted),
  });

interface BoardProps {
  readonly currency: string | null;
  /** False in production: there a scenario is not even offered. */
  readonly maySandbox: boolean;
}

function Board({ currency, maySandbox }: BoardProps) {
  const [board] = useState(makeBoard);
  const [desk] = useState(makeSandboxDesk);
  const sandbox = useStore(desk);
  const isSandboxOpen = maySandbox && sandbox.isOpen;
  const isChoosing = isSandboxOpen && sandbox.by === 'shipments';
  const chosenKeys = new Set<string | null>(sandbox.chosen.map(({ key }) => key));
  const state = useStore(board);
  const [opened, setOpened] = useState<Parcel | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const find = useRef<HTMLInputElement>(null);
  useEffect(() => board.watch(), [board]);
  const close = () => {
    setOpened(null);
    requestAnimationFrame(() => grid.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || opened) return;
    event.preventDefault();
    find.current?.select();
  };
  return (
    <>
      {/* The board keeps its place and its scrolling while a parcel is looked at. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears one key of what is inside it */}
      <div className={opened ? 'screen shipments shipments-behind' : 'screen shipments'} onKeyDown={onKeyDown}>
        <h1 className="only-spoken">Shipments</h1>
        <BoardTools
          board={board}
          state={state}
          findRef={find}
          onLeave={() => grid.current?.focus()}
          sandbox={
            maySandbox ? { isOpen: isSandboxOpen, onToggle: () => desk.change({ isOpen: !isSandboxOpen }) } : null
          }
        />
        <ExportStrip what="shipments" />
        <FailureStrip failure={state.failure} />
        <div className="shipments-body">
          {isSandboxOpen && <SandboxPanel desk={desk} isInFront={opened === null} />}
          <Card isFlush className="shipments-card">
            <ShipmentGrid
              ref={grid}
              board={board}
              state={state}
              openId={opened?.id ?? null}
              onOpen={isChoosing ? desk.toggle : setOpened}
              isChosen={isChoosing ? (parcel) => chosenKeys.has(shipmentKey(parcel)) : null}
            />
            <Nothing state={state} onClear={() => board.wish(everything)} />
          </Card>
        </div>
      </div>
      {opened && <ParcelPage key={opened.id} opened={opened} currency={currency} onBack={close} />}
    </>
  );
}

function Nothing({ state, onClear }: { readonly state: ShipmentBoardState; readonly onClear: () => void }): ReactNode {
  if (state.total !== 0) return null;
  const words = emptyWords(state);
  if (words) {
    return (
      <EmptyState icon={SearchX} title={words.title}>
        <p>{words.next}</p>
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
