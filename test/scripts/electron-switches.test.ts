import { describe, expect, it } from 'vitest';
import { decideOnSandbox } from '../../scripts/set-up/electron-switches.mjs';

const ordinary = { root: false, helperReady: false, namespaces: true, setting: null };

describe("Chromium's sandbox", () => {
  it('stays on for an ordinary user', () => {
    expect(decideOnSandbox(ordinary)).toEqual({ kind: 'on' });
  });

  it('stays on with its setuid helper where user namespaces are forbidden', () => {
    const situation = { root: false, helperReady: true, namespaces: false, setting: 'user.max_user_namespaces = 0' };
    expect(decideOnSandbox(situation)).toEqual({ kind: 'on' });
  });

  it('is off for root, with a message', () => {
    expect(decideOnSandbox({ ...ordinary, root: true })).toMatchObject({ kind: 'off' });
  });

  it('prevents the start where an administrator can allow it', () => {
    const setting = 'kernel.apparmor_restrict_unprivileged_userns = 1';
    expect(decideOnSandbox({ ...ordinary, setting })).toEqual({ kind: 'end', why: expect.stringContaining(setting) });
  });

  it('is off, with a message, where no setting can allow it', () => {
    expect(decideOnSandbox({ ...ordinary, namespaces: false })).toEqual({ kind: 'off', why: expect.any(String) });
  });
});
