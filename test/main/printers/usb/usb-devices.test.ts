import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listUsbPrinters, readDeviceIdentification } from '../../../../src/main/printers/usb/usb-devices.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'packbench-usb-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Folders and links as sysfs lays them out: the class entry points to the interface, inside its device. */
async function plugIn(name: string, device: Record<string, string>, identification?: string): Promise<void> {
  const deviceFolder = join(root, 'sys/devices/usb1', name);
  const printerInterface = join(deviceFolder, '1-1:1.0');
  await mkdir(printerInterface, { recursive: true });
  await mkdir(join(root, 'dev'), { recursive: true });
  await mkdir(join(root, 'class', name), { recursive: true });
  await writeFile(join(root, 'dev', name), '');
  await symlink(printerInterface, join(root, 'class', name, 'device'));
  for (const [file, text] of Object.entries(device)) await writeFile(join(deviceFolder, file), `${text}\n`);
  if (identification !== undefined) await writeFile(join(printerInterface, 'ieee1284_id'), identification);
}

const list = async () => {
  const printers = await listUsbPrinters({ devices: join(root, 'dev'), facts: join(root, 'class') });
  if (!printers.ok) throw new Error(JSON.stringify(printers.failure));
  return printers.value.map((printer) => ({ ...printer, path: printer.path.slice(root.length) }));
};

describe('USB printers: the list', () => {
  it('has maker, model and serial number of each, in the order of their ports', async () => {
    await plugIn('lp10', { manufacturer: 'TSC', product: 'TE210', serial: 'A1' });
    await plugIn('lp2', { manufacturer: 'Zebra Technologies ', product: 'ZTC ZD421-203dpi ZPL', serial: 'D6J123' });
    expect(await list()).toEqual([
      { path: '/dev/lp2', maker: 'Zebra Technologies', model: 'ZTC ZD421-203dpi ZPL', serial: 'D6J123' },
      { path: '/dev/lp10', maker: 'TSC', model: 'TE210', serial: 'A1' },
    ]);
  });

  it('uses the printer’s own identification for what its USB descriptor leaves out', async () => {
    await plugIn('lp0', { manufacturer: '' }, 'MFG:Zebra Technologies ;CMD:ZPL;MDL:ZTC GK420d;CLS:PRINTER;SN:29J;');
    expect(await list()).toEqual([
      { path: '/dev/lp0', maker: 'Zebra Technologies', model: 'ZTC GK420d', serial: '29J' },
    ]);
  });

  it('contains a printer without descriptor strings, and no other device', async () => {
    await mkdir(join(root, 'dev'));
    for (const name of ['lp0', 'lp', 'lpX', 'hiddev0']) await writeFile(join(root, 'dev', name), '');
    expect(await list()).toEqual([{ path: '/dev/lp0', maker: null, model: null, serial: null }]);
  });

  it('keeps texts short and printable, whatever a device claims to be', async () => {
    await plugIn('lp0', { manufacturer: `\u001b[2J${'Z'.repeat(4000)}`, product: 'Étiqueteuse\u0007' });
    const [printer] = await list();
    expect(printer?.maker).toBe(`[2J${'Z'.repeat(97)}`);
    expect(printer?.model).toBe('Étiqueteuse');
  });

  it('is empty where no printer was ever plugged in', async () => {
    expect(await list()).toEqual([]);
  });

  it('fails where the folder cannot be read', async () => {
    await writeFile(join(root, 'dev'), 'a file in its place');
    const printers = await listUsbPrinters({ devices: join(root, 'dev'), facts: join(root, 'class') });
    expect(printers).toMatchObject({ ok: false, failure: { message: { code: 'printer.usb-list-failed' } } });
  });
});

describe('USB printers: the IEEE 1284 device identification', () => {
  it('is read with long keys too, in any case', () => {
    expect(
      readDeviceIdentification('MANUFACTURER:Zebra Technologies ;command set:ZPL;Model:ZTC ZT411;SERN:77;'),
    ).toEqual({ maker: 'Zebra Technologies', model: 'ZTC ZT411', serial: '77' });
  });

  it('gives nothing where it is damaged', () => {
    for (const text of ['', ';;;', 'MFG', 'MFG:;MDL: ;', '\0\0']) {
      expect(readDeviceIdentification(text)).toEqual({ maker: null, model: null, serial: null });
    }
  });
});
