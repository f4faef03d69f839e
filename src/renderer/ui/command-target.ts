import { createContext, useContext, useEffectEvent, useLayoutEffect } from 'react';
import type { BarcodeCommand } from '../../shared/scanning/command-barcode.ts';

/** The question that the buttons around it answer, and the screen that asks it. */
interface AskedQuestion {
  readonly screen: string;
  /** Changes with the question: a card that was scanned for the one before presses nothing. */
  readonly about: string;
}

/** Where command cards press buttons; null everywhere else. */
export const CommandQuestion = createContext<AskedQuestion | null>(null);

/** Widths of bars and spaces of each command card in turn, in modules, where buttons show them; else null. */
export const CommandBars = createContext<ReadonlyMap<BarcodeCommand, readonly number[]> | null>(null);

/** A button that a command card presses. */
interface CommandTarget {
  readonly command: BarcodeCommand;
  readonly screen: string;
  /** When it came to the screen with its present question, on the clock of `performance.now()`. */
  readonly shownAt: number;
  press(): void;
}

/** Bounded by the buttons of the screens that were opened, which stay mounted. */
const targets: CommandTarget[] = [];

/**
 * While the button is shown and enabled, a scan of the command presses it.
 * @returns whether it does
 */
export function useCommandTarget(
  command: BarcodeCommand | undefined,
  isEnabled: boolean,
  press: (() => void) | undefined,
): boolean {
  const { screen, about } = useContext(CommandQuestion) ?? {};
  const pressNow = useEffectEvent(() => press?.());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question makes a new target
  useLayoutEffect(() => {
    if (screen === undefined || command === undefined || !isEnabled) return;
    const target: CommandTarget = { command, screen, shownAt: performance.now(), press: () => pressNow() };
    targets.push(target);
    return () => void targets.splice(targets.indexOf(target), 1);
  }, [screen, about, command, isEnabled]);
  return screen !== undefined && command !== undefined;
}

/** `changed`: the question came to the screen while the card was scanned. `none`: no button, or more than one, has the command. */
export type PressOutcome = 'pressed' | 'changed' | 'none';

/**
 * Presses the button of a command on that screen.
 * @param scannedFrom when the first key of the scan went down, on the clock of `performance.now()`
 */
export function pressTarget(command: BarcodeCommand, screen: string, scannedFrom: number): PressOutcome {
  const [target, other] = targets.filter((one) => one.command === command && one.screen === screen);
  if (!target || other) return 'none';
  if (target.shownAt > scannedFrom) return 'changed';
  target.press();
  return 'pressed';
}
