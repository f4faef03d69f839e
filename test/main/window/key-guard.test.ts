import { describe, expect, it } from 'vitest';
import { type PressedKey, steersBrowser } from '../../../src/main/window/key-guard.ts';

/** "Control+Shift+I" as Electron tells it. */
function press(text: string, code?: string): PressedKey {
  const parts = text.split('+');
  const key = parts.pop() || '+';
  const held = new Set(parts);
  return {
    key,
    code: code ?? (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key),
    control: held.has('Control'),
    meta: held.has('Meta'),
    alt: held.has('Alt'),
    shift: held.has('Shift'),
  };
}

describe('keys that would steer a browser do nothing', () => {
  it.each(
    'Control+Shift+R Control+Shift+N Control++ Control+0 Control+Shift+I Meta+r Meta+w Meta+q F5 F11 F12 Alt+ArrowLeft BrowserBack Control+Tab'
      .split(' ')
      .map((text) => [text]),
  )('%s', (text) => {
    expect(steersBrowser(press(text))).toBe(true);
  });

  it('also on a layout that gives no Latin letter', () => {
    expect(steersBrowser(press('Meta+ц', 'KeyW'))).toBe(true);
  });
});

describe('keys that belong to the page, a bar code’s control characters among them, go through', () => {
  it.each(
    'a W 7 Enter Tab Escape F1 F2 F3 ArrowLeft Home Control+a Control+c Control+v Control+x Control+z Control+ArrowLeft Control+j Control+m Control+i Control+] Control+w Control+g Control+- Shift+W'
      .split(' ')
      .map((text) => [text]),
  )('%s', (text) => {
    expect(steersBrowser(press(text))).toBe(false);
  });
});
