import type { PrinterConnection } from '../../../shared/printer.ts';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { connectionWords } from '../../words/printer-connections.ts';
import { NamedButton } from './named-button.tsx';

interface RawQueueNoticeProps {
  /** The printer's name on this station. */
  readonly name: string;
  /** The socket behind the raw queue; null where none is known. */
  readonly direct: PrinterConnection | null;
  readonly onUseDirect: () => void;
}

/** Raw queues end with CUPS 3: their printers are better reached by their own address, where they also tell how they are. */
export function RawQueueNotice({ name, direct, onUseDirect }: RawQueueNoticeProps) {
  if (!direct) {
    return (
      <p className="settings-hint printer-more">
        If this is a raw queue: those are deprecated, and a future version of CUPS will not have them. “Find printers”
        shows the printer’s own address, where it has one.
      </p>
    );
  }
  return (
    <div className="printer-more">
      <NoticeStrip
        tone="warning"
        next={`The printer itself is at ${connectionWords(direct)}; there it also tells how it is.`}
        actions={<NamedButton words="Use its address" name={name} onPress={onUseDirect} />}
      >
        Raw print queues are deprecated: a future version of CUPS will not have them.
      </NoticeStrip>
    </div>
  );
}
