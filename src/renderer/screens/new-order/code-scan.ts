import { isCustomCode } from '../../../shared/custom-code.ts';
import { codesOfReading, type ScanReading } from '../../../shared/scan.ts';

export type CodeScan =
  | { readonly kind: 'code'; readonly code: string }
  /** The two readings are two different codes, and nothing here tells which of them the sticker carries. */
  | { readonly kind: 'doubt'; readonly words: string }
  /** No custom code: whoever else wants the scan may have it. */
  | { readonly kind: 'other' };

/** What a scan means to a custom code's field. */
export function readCodeScan(reading: ScanReading): CodeScan {
  const [code, other] = codesOfReading(reading).filter(isCustomCode);
  if (code === undefined) return { kind: 'other' };
  if (other === undefined) return { kind: 'code', code };
  return {
    kind: 'doubt',
    words: 'The scanner’s keyboard layout makes this code doubtful. Set the scanner to a US keyboard, or type the code',
  };
}
