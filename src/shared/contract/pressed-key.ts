/** A key that was pressed on a page, as the contract's `ForwardedKey`. */
export interface PressedKey {
  readonly kind: 'down' | 'up';
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly altGraph: boolean;
  readonly capsLock: boolean;
  /** The key is held down and repeats. */
  readonly repeat: boolean;
}

/** What is read of a keyboard event of a page. */
interface PageKeyEvent extends Omit<PressedKey, 'kind' | 'altGraph' | 'capsLock'> {
  /** `keydown`, `keyup`. */
  readonly type: string;
  getModifierState(name: string): boolean;
}

/** The key of a keyboard event, as plain data. */
export function pressedKey(event: PageKeyEvent): PressedKey {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey, repeat } = event;
  return {
    kind: event.type === 'keyup' ? 'up' : 'down',
    ...{ key, code, shiftKey, ctrlKey, altKey, metaKey, repeat },
    altGraph: event.getModifierState('AltGraph'),
    capsLock: event.getModifierState('CapsLock'),
  };
}
