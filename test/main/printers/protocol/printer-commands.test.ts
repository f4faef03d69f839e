import { describe, expect, it } from 'vitest';
import { createCapabilities } from '../../../../src/main/printers/protocol/capabilities.ts';
import { sendCommand } from '../../../../src/main/printers/protocol/printer-commands.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { printerThatSays, readyHost, scriptedChannel } from './scripted-channel.ts';

describe('printer commands: a command', () => {
  it.each([
    ['clear unfinished label', '~JX'],
    ['pause', '~PP'],
    ['resume', '~PS'],
    ['cancel all', '~JA'],
    ['calibrate', '~JC'],
  ] as const)(
    '"%s" is sent as %s, and counts as read once the printer answers a query after it',
    async (command, sent) => {
      const channel = scriptedChannel(printerThatSays('', readyHost));
      expect(await sendCommand(channel, createCapabilities(), command)).toEqual({ ok: true, value: null });
      expect(channel.asked).toEqual([`${sent}\r\n~HS`]);
    },
  );

  it('that is a setting is sent alone, and read back', async () => {
    const channel = scriptedChannel(printerThatSays('', '', { 'zpl.zpl_override': '"enabled"' }));
    expect(await sendCommand(channel, createCapabilities(), 'ignore media commands')).toEqual({
      ok: true,
      value: null,
    });
    expect(channel.asked).toEqual(['! U1 setvar "zpl.zpl_override" "enabled"', '! U1 getvar "zpl.zpl_override"']);
  });

  it.each(['disabled', '?'])('fails where the printer did not accept it: the printer answers "%s"', async (value) => {
    const channel = scriptedChannel(printerThatSays('', '', { 'zpl.zpl_override': `"${value}"` }));
    expect(await sendCommand(channel, createCapabilities(), 'ignore media commands')).toMatchObject({
      ok: false,
      failure: { message: message('printer.setting-rejected', { setting: 'zpl.zpl_override', value }) },
    });
  });

  it('counts as received by a printer that answers nothing', async () => {
    expect(
      await sendCommand(
        scriptedChannel(() => ''),
        createCapabilities(),
        'ignore media commands',
      ),
    ).toMatchObject({ ok: true });
  });
});
