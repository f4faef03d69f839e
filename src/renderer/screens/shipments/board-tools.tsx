import { Download, FlaskConical, X } from 'lucide-react';
import type { RefObject } from 'react';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { ImportBar } from '../import/import-bar.tsx';
import { useAction } from '../use-action.ts';
import { BoardFilters } from './board-filters.tsx';
import { countWords } from './board-words.ts';
import { FindField } from './find-field.tsx';
import { filterOf, type ShipmentBoard, type ShipmentBoardState } from './shipment-board.ts';

interface BoardToolsProps {
  readonly board: ShipmentBoard;
  readonly state: ShipmentBoardState;
  readonly findRef: RefObject<HTMLInputElement | null>;
  /** On to the board. */
  readonly onLeave: () => void;
  /** Null where no scenario may run: in production. */
  readonly sandbox: { readonly isOpen: boolean; readonly onToggle: () => void } | null;
}

/** What is shown, how many that are, and what can be done with all of them. */
export function BoardTools({ board, state, findRef, onLeave, sandbox }: BoardToolsProps) {
  const exporting = useAction();
  const { wish, total, isMore, foundBy } = state;
  const exportAll = () =>
    void exporting.run(() =>
      call('shipments.export', { filter: filterOf(wish), expected: isMore || foundBy !== wish ? null : total }),
    );
  return (
    <>
      <div className="board-tools">
        <FindField ref={findRef} value={wish.find} onChange={(find) => board.wish({ find })} onLeave={onLeave} />
        <BoardFilters wish={wish} onWish={board.wish} />
      </div>
      <div className="board-tools board-acts">
        <p className="find-count" role="status" aria-label="Found">
          {countWords(state)}
        </p>
        <Button size="small" icon={Download} isDisabled={total === 0 || exporting.isRunning} onPress={exportAll}>
          Export
        </Button>
        {sandbox && (
          <Button size="small" icon={sandbox.isOpen ? X : FlaskConical} onPress={sandbox.onToggle}>
            {sandbox.isOpen ? 'Close scenarios' : 'Sandbox scenarios'}
          </Button>
        )}
        <ImportBar />
      </div>
      <FailureStrip failure={exporting.failure} />
    </>
  );
}
