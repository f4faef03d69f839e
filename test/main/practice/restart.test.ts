import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { createdShipment, newCode, newFolder, orderRequest, startPractice, token } from './practice-fixture.ts';

describe('practice service: after a restart', () => {
  it('orders, labels, deleted codes and final states are kept, and ids continue', async () => {
    const folder = await newFolder();
    const before = await startPractice({ folder });
    const [kept, deleted] = [newCode(), newCode()];
    const first = await createdShipment(before, {
      parcels: [kept, deleted].map((custom_code) => ({ unit: 'g', values: 1, custom_code })),
    });
    const final = await createdShipment(before);
    await before.remove(deleted);
    const selectors = { drop_off_shipment_ids: [final.drop_off_shipment.id] };
    await before.scenario('happy', selectors);
    const label = await (await fetch(first.parcels[0].pick_up_label_urls[0].url)).text();
    await before.close();

    const after = await startPractice({ folder });
    expect(await (await fetch(first.parcels[0].pick_up_label_urls[0].url)).text()).toBe(label);
    expect((await fetch(first.parcels[1].pick_up_label_urls[0].url)).status).toBe(410);
    for (const code of [kept, deleted]) {
      expect(
        (await after.create(orderRequest({ parcels: [{ unit: 'g', values: 1, custom_code: code }] }))).status,
      ).toBe(422);
    }
    expect((await after.remove(deleted)).status).toBe(404);
    expect((await after.remove(kept)).status).toBe(200);
    expect(await (await after.scenario('fail', selectors)).json()).toMatchObject({
      object: { drop_off_shipment_ids: [] },
    });
    const next = await createdShipment(after);
    expect(next.drop_off_shipment.id).toBeGreaterThan(final.drop_off_shipment.id);
  });

  it('the addresses are the same, unless another program uses the port', async () => {
    const folder = await newFolder();
    const first = await startPractice({ folder });
    await first.close();
    const second = await startPractice({ folder });
    expect([second.baseUrl, second.labelUrl]).toEqual([first.baseUrl, first.labelUrl]);
    await second.close();

    const otherServer = createServer();
    await new Promise<void>((resolve) => otherServer.listen(Number(new URL(first.baseUrl).port), '127.0.0.1', resolve));
    onTestFinished(() => void otherServer.close());
    const third = await startPractice({ folder });
    expect(third.labelUrl).toBe(first.labelUrl);
    expect(third.baseUrl).not.toBe(first.baseUrl);
    expect((await third.preview(orderRequest())).status).toBe(200);
  });

  it('a requested port that is in use is an error, and nothing stays open', async () => {
    const folder = await newFolder();
    const other = await startPractice();
    const ports = { service: Number(new URL(other.baseUrl).port) };
    await expect(startPracticeService({ folder, token, ports })).rejects.toThrow(/EADDRINUSE/);
    expect((await startPractice({ folder })).baseUrl).not.toBe(other.baseUrl);
  });

  it('loses only the order whose line a power cut damaged, and quarantines the file', async () => {
    const folder = await newFolder();
    const before = await startPractice({ folder });
    const code = newCode();
    await createdShipment(before, { parcels: [{ unit: 'g', values: 1, custom_code: code }] });
    await before.close();
    await appendFile(join(folder, 'orders.jsonl'), '{"kind":"order","order":{"sequence":7,"uniq');

    const after = await startPractice({ folder });
    expect((await after.remove(code)).status).toBe(200);
    await createdShipment(after);
    expect(await readFile(join(folder, 'orders.damaged.jsonl'), 'utf8')).toContain('"sequence":7');
  });

  it('keeps its files readable by their owner only, and leaves no temporary file', async () => {
    const folder = await newFolder();
    const practice = await startPractice({ folder });
    await createdShipment(practice);
    await practice.close();
    const names = await readdir(folder);
    expect(names.sort()).toEqual(['orders.jsonl', 'ports.json']);
    if (process.platform === 'win32') return;
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  });

  it('keeps no token on disk', async () => {
    const folder = await newFolder();
    const practice = await startPractice({ folder });
    await createdShipment(practice, { name: 'label-needs-token' });
    await practice.close();
    for (const name of await readdir(folder)) expect(await readFile(join(folder, name), 'utf8')).not.toContain(token);
  });
});

describe('practice service: closing', () => {
  it('ends idle connections at once, refuses new ones, and can be requested twice', async () => {
    const practice = await startPractice();
    await practice.preview(orderRequest());
    await Promise.all([practice.close(), practice.close()]);
    await expect(practice.preview(orderRequest())).rejects.toThrow();
  });
});
