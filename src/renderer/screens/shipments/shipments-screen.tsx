import './shipments-screen.css';
import { PackagePlus, SearchX, Truck } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { success } from '../../../shared/contract/failure.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { showScreen } from '../../data/current-screen.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card, EmptyState } from '../../ui/card.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { ExportProgress } from '../export-progress.tsx';
import { SandboxPanel } from '../sandbox/sandbox-panel.tsx';
import { createSandboxStore, type SandboxStore, shipmentKey } from '../sandbox/sandbox-store.ts';
import { emptyBoardText } from './board-text.ts';
import { BoardToolbar } from './board-toolbar.tsx';
import { ParcelPage } from './parcel-page.tsx';
import {
  createShipmentBoard,
  defaultCriteria,
  localToday,
  type ShipmentBoard,
  type ShipmentBoardState,
} from './shipment-board.ts';
import { ShipmentGrid } from './shipment-grid.tsx';

/** Every parcel this station knows. */
export function ShipmentsScreen() {
  const { value: view } = useQuery(stationViewQuery);
  // Each environment has a board of its own, so that nothing of one is shown in another.
  if (!view) return null;
  const { name, currency, kind } = view.environment;
  return <Board key={name} currency={currency} maySandbox={kind !== 'production'} />;
}

const makeBoard = (): ShipmentBoard => createShipmentBoard({ readPage: (query) => call('shipments.page', query) });

const makeSandboxStore = (): SandboxStore =>
  createSandboxStore({
    today: localToday(new Date()),
    async findParcels(code) {
      const page = await call('shipments.page', { find: code, offset: 0, limit: 200 });
      return page.ok ? success(page.value.rows) : page;
    },
    runScenario: (request) => call('sandbox.run', request),
  });

interface BoardProps {
  readonly currency: string | null;
  /** False in production, where no scenario is offered. */
  readonly maySandbox: boolean;
}

function Board({ currency, maySandbox }: BoardProps) {
  const [board] = useState(makeBoard);
  const [store] = useState(makeSandboxStore);
  const sandbox = useStore(store);
  const isSandboxOpen = maySandbox && sandbox.isOpen;
  const isChoosing = isSandboxOpen && sandbox.by === 'shipments';
  const chosenKeys = new Set<string | null>(sandbox.chosen.map(({ key }) => key));
  const state = useStore(board);
  const [opened, setOpened] = useState<Parcel | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const find = useRef<HTMLInputElement>(null);
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
      {/* The board keeps its scroll position while a parcel is open. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles one key of the elements inside it */}
      <div className={opened ? 'screen shipments shipments-behind' : 'screen shipments'} onKeyDown={onKeyDown}>
        <h1 className="only-spoken">{text('shipments.title')}</h1>
        <BoardToolbar
          board={board}
          state={state}
          findRef={find}
          onLeave={() => grid.current?.focus()}
          sandbox={
            maySandbox ? { isOpen: isSandboxOpen, onToggle: () => store.change({ isOpen: !isSandboxOpen }) } : null
          }
        />
        <ExportProgress what="shipments" />
        <FailureStrip failure={state.failure} />
        <div className="shipments-body">
          {isSandboxOpen && <SandboxPanel store={store} isInFront={opened === null} />}
          <Card isFlush className="shipments-card">
            <ShipmentGrid
              ref={grid}
              board={board}
              state={state}
              openId={opened?.id ?? null}
              onOpen={isChoosing ? store.toggle : setOpened}
              isChosen={isChoosing ? (parcel) => chosenKeys.has(shipmentKey(parcel)) : null}
            />
            <EmptyBoard state={state} onClear={() => board.setCriteria(defaultCriteria)} />
          </Card>
        </div>
      </div>
      {opened && <ParcelPage key={opened.id} opened={opened} currency={currency} onBack={close} />}
    </>
  );
}

function EmptyBoard({
  state,
  onClear,
}: {
  readonly state: ShipmentBoardState;
  readonly onClear: () => void;
}): ReactNode {
  if (state.total !== 0) return null;
  const reason = emptyBoardText(state);
  if (reason) {
    return (
      <EmptyState icon={SearchX} title={reason.title}>
        <p>{reason.next}</p>
        <Button onPress={onClear}>{text('shipments.show-all')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Truck} title={text('shipments.empty.title')}>
      <p>{text('shipments.empty.next')}</p>
      <Button icon={PackagePlus} onPress={() => showScreen('new-order')}>
        {text('shipments.empty.create')}
      </Button>
    </EmptyState>
  );
}
