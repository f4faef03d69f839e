import './shipments-screen.css';
import { PackagePlus, SearchX, Truck } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { success } from '../../../shared/contract/failure.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { clearFindRequest, showScreen, useScreen } from '../../data/current-screen.ts';
import { rowAt } from '../../data/paged-query.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card, EmptyState, Loading } from '../../ui/card.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { ExportProgress } from '../export-progress.tsx';
import { PrintRunProgress, usePrintRun } from '../print-queue/print-run.tsx';
import { SandboxPanel } from '../sandbox/sandbox-panel.tsx';
import { createSandboxStore, type SandboxState, type SandboxStore, shipmentKey } from '../sandbox/sandbox-store.ts';
import { type BoardSelection, type BoardSelectionState, createBoardSelection, maxSelected } from './board-selection.ts';
import { emptyBoardText } from './board-text.ts';
import { BoardToolbar } from './board-toolbar.tsx';
import { type ParcelAction, type ParcelQuestion, parcelRequest } from './parcel-actions.tsx';
import { ParcelPanel } from './parcel-panel.tsx';
import {
  type BoardCriteria,
  createShipmentBoard,
  defaultCriteria,
  filterOf,
  localToday,
  type ShipmentBoard,
  type ShipmentBoardState,
} from './shipment-board.ts';
import { type RowSelection, ShipmentGrid } from './shipment-grid.tsx';

/** Every parcel this station knows. */
export function ShipmentsScreen() {
  const { value: view } = useQuery(stationViewQuery);
  // Each environment has a board of its own, so that nothing of one is shown in another.
  if (!view) return null;
  const { name, currency, kind } = view.environment;
  return <Board key={name} currency={currency} maySandbox={kind !== 'production'} />;
}

const makeBoard = (): ShipmentBoard =>
  createShipmentBoard({ readPage: (query) => call('shipments.page', query), throttleMs: 200 });

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

/** The parcel in the side panel, and the question that it was opened with. */
interface OpenedParcel {
  readonly parcel: Parcel;
  readonly question: ParcelQuestion | null;
  /** Each question that is asked has another number, so that one that was cancelled is asked again; 0 without a question. */
  readonly questionNumber: number;
  /** The focus returns to where it was opened from. */
  readonly returnTo: RefObject<HTMLElement | null>;
}

function Board({ currency, maySandbox }: BoardProps) {
  const [board] = useState(makeBoard);
  const [selection] = useState(() => makeSelection(board));
  const [store] = useState(makeSandboxStore);
  const sandbox = useStore(store);
  const isSandboxOpen = maySandbox && sandbox.isOpen;
  const isChoosing = isSandboxOpen && sandbox.by === 'shipments';
  const state = useStore(board);
  const selected = useStore(selection);
  const [opened, setOpened] = useState<OpenedParcel | null>(null);
  const questions = useRef(0);
  const rowAction = useAction();
  const printRun = usePrintRun('shipments');
  const grid = useRef<HTMLDivElement>(null);
  const find = useRef<HTMLInputElement>(null);

  // Nothing that another search hides stays selected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the criteria change
  useEffect(() => selection.clear(), [state.criteria]);
  const open = (parcel: Parcel, question: ParcelQuestion | null = null) => {
    if (question !== null) questions.current += 1;
    const returnTo = document.activeElement === find.current ? find : grid;
    setOpened({ parcel, question, questionNumber: question === null ? 0 : questions.current, returnTo });
  };
  const openFirst = useOpenFirst(board, state, open);
  const close = () => {
    const returnTo = opened?.returnTo;
    setOpened(null);
    // The board may be hidden behind the panel until then.
    requestAnimationFrame(() => returnTo?.current?.focus());
  };
  useFindRequest(() => {
    setOpened(null);
    requestAnimationFrame(() => find.current?.select());
  });
  const toggleSandbox = useCallback(() => store.change({ isOpen: !store.getState().isOpen }), [store]);
  const act = (parcel: Parcel, action: ParcelAction) => {
    const request = parcelRequest(parcel, action);
    if (typeof request === 'string') open(parcel, request);
    else void rowAction.run(request);
  };

  return (
    <div
      className={`screen shipments${opened ? ' shipments-with-panel' : ''}${isSandboxOpen ? ' shipments-full' : ''}`}
    >
      <h1 className="only-spoken">{text('shipments.title')}</h1>
      <BoardToolbar
        board={board}
        state={state}
        findRef={find}
        onLeave={() => grid.current?.focus()}
        onOpenFirst={openFirst}
        selection={isChoosing ? null : selection}
        printRun={printRun}
        isSandboxOpen={maySandbox ? isSandboxOpen : null}
        onToggleSandbox={toggleSandbox}
      />
      <PrintRunProgress {...printRun} />
      <ExportProgress what="shipments" />
      <FailureStrip
        failure={state.failure ?? selected.failure ?? rowAction.failure}
        onRetry={state.failure ? board.readAgain : undefined}
      />
      <div className="shipments-body">
        {isSandboxOpen && <SandboxPanel store={store} isInFront={opened === null} />}
        <Card isFlush className="shipments-card">
          <ShipmentGrid
            ref={grid}
            board={board}
            state={state}
            openId={opened?.parcel.id ?? null}
            selection={
              isChoosing ? sandboxSelection(sandbox, store) : boardSelection(selected, selection, state.total ?? 0)
            }
            onOpen={isChoosing ? null : open}
            onAction={act}
          />
          <EmptyBoard state={state} onClear={() => board.setCriteria(defaultCriteria)} />
        </Card>
        {opened && (
          <ParcelPanel
            key={`${opened.parcel.id} ${opened.questionNumber}`}
            opened={opened.parcel}
            question={opened.question}
            currency={currency}
            onClose={close}
          />
        )}
      </div>
    </div>
  );
}

const makeSelection = (board: ShipmentBoard): BoardSelection =>
  createBoardSelection({
    readRows: (place) => {
      const { criteria } = board.getState();
      return call('shipments.page', { ...filterOf(criteria), sort: criteria.sort, ...place });
    },
  });

function boardSelection(
  { selected }: BoardSelectionState,
  { toggle, extendTo, selectAll, clear }: BoardSelection,
  total: number,
): RowSelection {
  return {
    isSelected: ({ id }) => selected.has(id),
    toggle: ({ id }, row) => toggle(id, row),
    many: {
      isAll: total > 0 && selected.size === Math.min(total, maxSelected),
      extendTo: (row, from) => void extendTo(row, from),
      selectAll: (rowCount) => void selectAll(rowCount),
      clear,
    },
  };
}

/** While shipments are chosen for a scenario, the check boxes choose them. */
function sandboxSelection({ chosen }: SandboxState, { toggle }: SandboxStore): RowSelection {
  const keys = new Set<string | null>(chosen.map(({ key }) => key));
  return { isSelected: (parcel) => keys.has(shipmentKey(parcel)), toggle, many: null };
}

/** Opens the first parcel found, as soon as the rows are those of what was typed; typing on takes it back. */
function useOpenFirst(board: ShipmentBoard, state: ShipmentBoardState, open: (parcel: Parcel) => void): () => void {
  const [asked, setAsked] = useState<BoardCriteria | null>(null);
  const isCurrent = asked === state.criteria && state.appliedCriteria === state.criteria && state.total !== null;
  const first = isCurrent ? rowAt(state, 0) : undefined;
  const isRead = first !== undefined || state.total === 0;
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (!isCurrent) return;
    if (!isRead) return board.show(0, 0);
    setAsked(null);
    if (first) openNow(first);
  }, [board, isCurrent, isRead, first]);
  return () => setAsked(board.getState().criteria);
}

/** Acts once for each request of Find (Ctrl F, on any screen), when the board is shown. */
function useFindRequest(act: () => void): void {
  const { isFindRequested } = useScreen();
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (!isFindRequested) return;
    clearFindRequest();
    actNow();
  }, [isFindRequested]);
}

function EmptyBoard({
  state,
  onClear,
}: {
  readonly state: ShipmentBoardState;
  readonly onClear: () => void;
}): ReactNode {
  if (state.total === null && state.failure === null) return <Loading />;
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
