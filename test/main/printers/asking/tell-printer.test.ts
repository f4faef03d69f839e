import { describe, expect, it } from 'vitest';
import { newHabits } from '../../../../src/main/printers/asking/habits.ts';
import { tellPrinter } from '../../../../src/main/printers/asking/tell-printer.ts';
import { printerThatSays, readyHost, scriptedWire } from './scripted-wire.ts';

describe('a command to a printer', () => {
  it.each([
    ['clear unfinished label', '~JX'],
    ['pause', '~PP'],
    ['resume', '~PS'],
    ['cancel all', '~JA'],
    ['calibrate', '~JC'],
  ] as const)(
    '"%s" is sent as %s, and is known to be read by the answer to a question after it',
    async (command, sent) => {
      const wire = scriptedWire(printerThatSays('', readyHost));
      expect(await tellPrinter(wire, newHabits(), command)).toEqual({ ok: true, value: null });
      expect(wire.asked).toEqual([`${sent}\r\n~HS`]);
    },
  );

  it('that is a setting is sent by itself, and read back', async () => {
    const wire = scriptedWire(printerThatSays('', '', { 'zpl.zpl_override': '"enabled"' }));
    expect(await tellPrinter(wire, newHabits(), 'ignore media commands')).toEqual({ ok: true, value: null });
    expect(wire.asked).toEqual(['! U1 setvar "zpl.zpl_override" "enabled"', '! U1 getvar "zpl.zpl_override"']);
  });

  it.each(['disabled', '?'])('that did not take is told: the printer says "%s"', async (value) => {
    const wire = scriptedWire(printerThatSays('', '', { 'zpl.zpl_override': `"${value}"` }));
    expect(await tellPrinter(wire, newHabits(), 'ignore media commands')).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining(value) },
    });
  });

  it('is believed to be heard by a printer that answers nothing', async () => {
    expect(
      await tellPrinter(
        scriptedWire(() => ''),
        newHabits(),
        'ignore media commands',
      ),
    ).toMatchObject({ ok: true });
  });
});
