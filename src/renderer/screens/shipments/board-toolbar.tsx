import { Download, FlaskConical, X } from 'lucide-react';
import type { RefObject } from 'react';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { BoardFilters, FindField } from './board-filters.tsx';
import { countText } from './board-text.ts';
import { ImportPanel } from './import-panel.tsx';
import { filterOf, type ShipmentBoard, type ShipmentBoardState } from './shipment-board.ts';

interface BoardToolbarProps {
  readonly board: ShipmentBoard;
  readonly state: ShipmentBoardState;
  readonly findRef: RefObject<HTMLInputElement | null>;
  /** Moves the focus to the grid. */
  readonly onLeave: () => void;
  /** Null in production, where no scenario may run. */
  readonly sandbox: { readonly isOpen: boolean; readonly onToggle: () => void } | null;
}

/** Search, filters, the number of parcels found, and the actions for all of them. */
export function BoardToolbar({ board, state, findRef, onLeave, sandbox }: BoardToolbarProps) {
  const exporting = useAction();
  const { criteria, total, isMore, appliedCriteria } = state;
  const exportAll = () =>
    void exporting.run(() =>
      call('shipments.export', {
        filter: filterOf(criteria),
        expected: isMore || appliedCriteria !== criteria ? null : total,
      }),
    );
  return (
    <>
      <div className="board-tools">
        <FindField
          ref={findRef}
          value={criteria.find}
          onChange={(find) => board.setCriteria({ find })}
          onLeave={onLeave}
        />
        <BoardFilters criteria={criteria} onCriteriaChange={board.setCriteria} />
      </div>
      <div className="board-tools board-actions">
        <p className="find-count" role="status" aria-label={text('shipments.found')}>
          {countText(state)}
        </p>
        <Button size="small" icon={Download} isDisabled={total === 0 || exporting.isRunning} onPress={exportAll}>
          {text('shipments.export')}
        </Button>
        {sandbox && (
          <Button size="small" icon={sandbox.isOpen ? X : FlaskConical} onPress={sandbox.onToggle}>
            {text(sandbox.isOpen ? 'shipments.sandbox.close' : 'shipments.sandbox.open')}
          </Button>
        )}
        <ImportPanel />
      </div>
      <FailureStrip failure={exporting.failure} />
    </>
  );
}
