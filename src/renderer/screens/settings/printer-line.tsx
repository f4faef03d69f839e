import { useState } from 'react';
import type { Printer, PrinterState } from '../../../shared/printer.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { connectionWords } from '../../words/printer-connections.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { type Action, useAction } from '../use-action.ts';
import { fieldsOfPrinter } from './printer-form.ts';

interface PrinterLineProps {
  readonly printer: Printer;
  /** null: not started yet. */
  readonly state: PrinterState | null;
  readonly onEdit: () => void;
}

/** One printer: where it is, how it is, and what can be done with it. */
export function PrinterLine({ printer, state, onEdit }: PrinterLineProps) {
  const action = useAction();
  const [isTested, setIsTested] = useState(false);
  const { name } = printer;
  const test = async () => {
    setIsTested(false);
    setIsTested(await action.run(() => call('printer.test', { name })));
  };
  return (
    <div className="settings-line">
      <div className="settings-line-words">
        <p className="settings-line-name">
          {name}
          {state?.isDefault && <StateBadge tone="success" word="Default" />}
          {state && state.reasons.length > 0 && <StateBadge tone="warning" word={state.reasons.join(', ')} />}
        </p>
        <p className="settings-hint">{connectionWords(printer.connection)}</p>
      </div>
      <div className="settings-buttons">
        <NamedButton words="Test label" name={name} isDisabled={action.isRunning} onPress={() => void test()} />
        {!state?.isDefault && (
          <NamedButton
            words="Make default"
            name={name}
            isDisabled={action.isRunning}
            onPress={() => void action.run(() => call('printer.save', { printer: { ...printer, default: true } }))}
          />
        )}
        {fieldsOfPrinter(printer) && <NamedButton words="Edit" name={name} onPress={onEdit} />}
        <RemoveButton name={name} action={action} />
      </div>
      <div className="settings-line-news" role="status" aria-label={`Test of ${name}`}>
        {isTested && (
          <NoticeStrip tone="information">{`A test label was handed to ${name}. Look whether it came out.`}</NoticeStrip>
        )}
      </div>
      <FailureStrip failure={action.failure} />
    </div>
  );
}

interface NamedButtonProps {
  readonly words: string;
  /** What it is done to; spoken, not shown: it stands beside. */
  readonly name: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

function NamedButton({ words, name, isDisabled = false, onPress }: NamedButtonProps) {
  return (
    <Button size="small" isDisabled={isDisabled} onPress={onPress}>
      {words} <span className="only-spoken">{name}</span>
    </Button>
  );
}

/** Asks once more in its own place. */
function RemoveButton({ name, action }: { readonly name: string; readonly action: Action }) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) return <NamedButton words="Remove" name={name} onPress={() => setIsAsking(true)} />;
  return (
    <fieldset className="settings-question" aria-label={`Remove ${name}?`}>
      <p>Its unsent labels wait until it is set up again.</p>
      <Button
        size="small"
        tone="delete"
        isDisabled={action.isRunning}
        onPress={() => void action.run(() => call('printer.remove', { name })).then(() => setIsAsking(false))}
      >
        Remove it
      </Button>
      <Button size="small" onPress={() => setIsAsking(false)}>
        Keep it
      </Button>
    </fieldset>
  );
}
