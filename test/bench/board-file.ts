import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { closeDatabase, migrations, openDatabase } from '../../src/main/storage/database.ts';
import { recordsFileName } from '../../src/main/storage/records-file-name.ts';
import { shipmentStates } from '../../src/shared/shipments/shipment-state.ts';
import { chanceFrom } from '../helpers/seeded-chance.ts';

const syllables = 'ba ra no or al mi ha da ka lo su ve ti pe ju xa qi zo fe wa'.split(' ');
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const dayMs = 24 * 3_600_000;
/** Parcels stored in one transaction. */
const together = 5_000;

/** A parcel of the generated file: the same one each time. */
export interface GeneratedParcel {
  customCode: string;
  trackingCode: string;
  pickUpCode: string;
  name: string;
  phone: string;
  address: string;
}

/** The parcel of that number, from 1. */
export function generatedParcel(number: number): GeneratedParcel {
  const chance = chanceFrom(number);
  const often = (count: number): number => Math.floor(count * chance() * chance());
  const text = (length: number): string =>
    Array.from({ length }, () => letters[Math.floor(chance() * letters.length)]).join('');
  return {
    customCode: `NL${text(18)}`,
    trackingCode: `DO${text(9)}`,
    pickUpCode: `P-${100_000 + number}`,
    name: `${word(often(400))} ${word(1_000 + often(3_000))}`,
    phone: `+971 5${often(10)} ${1_000_000 + Math.floor(chance() * 8_999_999)}`,
    address: `${1 + often(300)} ${word(5_000 + often(800))} Street, Flat ${1 + often(80)}, Al ${word(9_000 + often(60))}`,
  };
}

/**
 * Gives a station's folder the records of an environment with that many parcels, one to a shipment, made in the last 180 days; most of them
 * are delivered. Filled before the step that makes the board, which then fills it as it does for an older file. Returns the file.
 */
export function makeBoardFile(userDataDir: string, environment: string, count: number): string {
  const folder = join(userDataDir, 'records');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, recordsFileName(environment));
  const now = Date.now();
  const before = migrations.findIndex(({ name }) => name === 'board and age');
  const database = openDatabase(file, migrations.slice(0, before));
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000');
  const answer = database.prepare(`INSERT INTO order_answers (is_whole, body) VALUES (1, x'7b7d') RETURNING id`).get();
  const order = database.prepare(`
    INSERT INTO orders (id, unique_id, created_at, source, answer_id, price_with_tax, missing, kept_at)
    VALUES (?, ?, ?, 'created here', ?, 47.25, '[]', ?)`);
  const shipment = database.prepare(`
    INSERT INTO shipments (id, order_id, position, tracking_code, drop_off_id, recipient_name, recipient_phone, recipient_address,
      recipient_postal_code, status_state, status_source, status_at)
    VALUES (?, ?, 1, ?, ?, ?, ?, ?, NULL, ?, ?, ?)`);
  const parcel = database.prepare(`
    INSERT INTO parcels (id, shipment_id, position, custom_code, pick_up_code, weight_grams, size_code, missing, created_at)
    VALUES (?, ?, 1, ?, ?, 900, 'small', '[]', ?)`);
  for (let number = 1; number <= count; number += 1) {
    if (number % together === 1) database.exec('BEGIN');
    const made = generatedParcel(number);
    const createdAt = new Date(now - 180 * dayMs * (1 - number / count)).toISOString();
    const chance = chanceFrom(number + count);
    const state = chance() < 0.1 ? null : chance() < 0.8 ? 'delivered' : shipmentStates[Math.floor(chance() * 12)];
    const stateAt = state ? new Date(Math.min(now, Date.parse(createdAt) + chance() * 3 * dayMs)).toISOString() : null;
    order.run(number, `ORD-${number}`, createdAt, answer.id, createdAt);
    shipment.run(
      ...[number, number, made.trackingCode, 7_000_000 + number, made.name, made.phone, made.address],
      ...[state ?? null, state ? 'webhook' : null, stateAt],
    );
    parcel.run(number, number, made.customCode, made.pickUpCode, createdAt);
    if (number % together === 0 || number === count) database.exec('COMMIT');
  }
  closeDatabase(database);
  closeDatabase(openDatabase(file));
  // All of it on disk: it would be written there while something else is measured.
  const written = openSync(file, 'r+');
  fsyncSync(written);
  closeSync(written);
  return file;
}

function word(number: number): string {
  let rest = number + 20;
  let made = '';
  while (rest > 0) {
    made += syllables[rest % 20];
    rest = Math.floor(rest / 20);
  }
  return `${made[0]?.toUpperCase()}${made.slice(1)}`;
}
