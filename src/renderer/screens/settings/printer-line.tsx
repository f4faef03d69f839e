import { useId, useState } from 'react';
import type { FoundPrinter } from '../../../shared/found-printer.ts';
import type { Printer, PrinterState } from '../../../shared/printer.ts';
import { call } from '../../station.ts';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { MoreButton } from '../print-queue/more-button.tsx';
import { printerStateWords } from '../print-queue/printer-words.ts';
import { useAction } from '../use-action.ts';
import { AskingButton } from './asking-button.tsx';
import { NamedButton } from './named-button.tsx';
import { PrinterCommands } from './printer-commands.tsx';
import { printerLineWords } from './printer-line-words.ts';
import { RawQueueNotice } from './raw-queue-notice.tsx';

interface PrinterLineProps {
  readonly printer: Printer;
  /** null: not started yet. */
  readonly state: PrinterState | null;
  /** As a search found it; null where none has. */
  readonly found: FoundPrinter | null;
  readonly onEdit: () => void;
  /** Wants to be reached at the socket behind its queue. */
  readonly onUseDirect: () => void;
}

/** One printer: where it is, how it is, and what can be done with it. */
export function PrinterLine({ printer, state, found, onEdit, onUseDirect }: PrinterLineProps) {
  const action = useAction();
  const [news, setNews] = useState<string | null>(null);
  const [showsMore, setShowsMore] = useState(false);
  const { name } = printer;
  const id = useId();
  const test = async () => {
    setNews(null);
    const isHandedOver = await action.run(() => call('printer.test', { name }));
    if (isHandedOver) setNews(`A test label was handed to ${name}. Look whether it came out.`);
  };
  return (
    <div className="settings-line">
      <div className="settings-line-words">
        <p className="settings-line-name" id={id}>
          {name}
          {state?.isDefault && <StateBadge tone="success" word="Default" />}
          {state && <PrinterBadge state={state} />}
        </p>
        {printerLineWords(printer, state).map(({ words, isWarning }) => (
          <p key={words} className={isWarning ? 'settings-warning' : 'settings-hint'}>
            {words}
          </p>
        ))}
      </div>
      <div className="settings-buttons">
        <NamedButton words="Test label" name={name} isDisabled={action.isRunning} onPress={() => void test()} />
        <NamedButton words="Edit" name={name} onPress={onEdit} />
        <MoreButton
          isOpen={showsMore}
          onPress={() => setShowsMore(!showsMore)}
          controls={`${id}-more`}
          describedBy={id}
        />
      </div>
      {showsMore && (
        <div id={`${id}-more`} className="printer-more">
          <PrinterCommands printer={printer} action={action} onDone={setNews} />
          <div className="settings-buttons">
            {!state?.isDefault && (
              <NamedButton
                words="Make default"
                name={name}
                isDisabled={action.isRunning}
                onPress={() => void action.run(() => call('printer.save', { printer: { ...printer, default: true } }))}
              />
            )}
            <AskingButton
              words="Remove"
              name={name}
              consequence="Its unsent labels wait until it is set up again."
              yes="Remove it"
              no="Keep it"
              isDisabled={action.isRunning}
              onYes={() => action.run(() => call('printer.remove', { name }))}
            />
          </div>
        </div>
      )}
      {printer.connection.kind === 'cups' && (
        <RawQueueNotice name={name} direct={found?.direct ?? null} onUseDirect={onUseDirect} />
      )}
      <div className="settings-line-news" role="status" aria-label={`News of ${name}`}>
        {news && <NoticeStrip tone="information">{news}</NoticeStrip>}
      </div>
      <FailureStrip failure={action.failure} />
    </div>
  );
}

function PrinterBadge({ state }: { readonly state: PrinterState }) {
  if (state.reasons.length > 0) return <StateBadge tone="warning" word={printerStateWords(state)} />;
  return <StateBadge tone={state.answers ? 'success' : 'quiet'} word={printerStateWords(state)} />;
}
