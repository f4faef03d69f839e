import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { numberAsTyped } from '../../../src/renderer/data/use-form.ts';
import {
  blankOrderForm,
  readOrderForm,
  weightPath,
  withParcel,
} from '../../../src/renderer/screens/new-order/order-form.ts';
import { readPrinterAt } from '../../../src/renderer/screens/set-up/printer-step.tsx';
import { blankPrinter, readPrinter } from '../../../src/renderer/screens/settings/printers/printer-form.ts';
import { settingError } from '../../../src/renderer/screens/settings/setting-group.tsx';
import { messageText, text } from '../../../src/renderer/text/text.ts';
import { connectionSchemas } from '../../../src/shared/printing/printer-connection.ts';
import { type SettingGroup, settingGroups } from '../../../src/shared/settings/settings.ts';

/** The sentence below a field for what is typed in it; null where it is accepted. */
type ErrorOf = (entered: string) => string | null;

const settingField =
  <G extends SettingGroup>(group: G, field: Parameters<typeof settingError<G>>[1]): ErrorOf =>
  (entered) =>
    settingError(group, field, numberAsTyped(entered));

const printerField =
  (field: 'port' | 'paperWidth' | 'paperLength'): ErrorOf =>
  (entered) => {
    const read = readPrinter({ ...blankPrinter, name: 'Zebra', host: 'printer.local', [field]: entered }, []);
    const error = read.ok ? undefined : read.errors[field];
    return error === undefined ? null : text(`printer-settings.error.${error}`);
  };

const setUpPort: ErrorOf = (entered) => {
  const read = readPrinterAt(`10.0.0.8:${entered}`, []);
  return read.ok || !read.errors.address ? null : text(`printer-settings.error.${read.errors.address}`);
};

const weight: ErrorOf = (entered) => {
  const read = readOrderForm(withParcel(blankOrderForm, blankOrderForm.parcels[0]?.key ?? 0, { grams: entered }));
  const error = read.ok ? undefined : read.errors[weightPath(0)];
  return error === undefined ? null : messageText(error);
};

const undoSeconds = 'Enter a whole number from 1 to 60.';
const shiftHours = 'Enter a whole number from 1 to 72.';
const daysKept = 'Enter a whole number from 1 to 3650.';
const port = 'Enter a port from 1 to 65535';
const paperWidth = 'Enter 10 to 300 mm';
const paperLength = 'Enter 10 to 600 mm';
const notANumber = 'Enter a number, such as 12.50.';

interface NumberField {
  readonly errorOf: ErrorOf;
  readonly accepted: readonly string[];
  readonly refused: Readonly<Record<string, string>>;
}

/** Every field in which a number is typed. The cells of a batch are in test/main/core/batch/read-row.test.ts. */
const numberFields: Readonly<Record<string, NumberField>> = {
  'bench.deleteUndoSeconds': {
    errorOf: settingField('bench', 'deleteUndoSeconds'),
    accepted: ['1', '60'],
    refused: Object.fromEntries(['61', '0', '-5', '5.5', '1,5', 'five', ''].map((entered) => [entered, undoSeconds])),
  },
  'bench.shiftHours': {
    errorOf: settingField('bench', 'shiftHours'),
    accepted: ['1', '72'],
    refused: { 0: shiftHours, 73: shiftHours, '1e1': shiftHours },
  },
  'spending.capPerHour': {
    errorOf: settingField('spending', 'capPerHour'),
    accepted: ['', '12.50'],
    refused: { 0: 'Enter an amount above 0.', '1,000': notANumber, '12 AED': notANumber },
  },
  'retention.days': {
    errorOf: settingField('retention', 'days'),
    accepted: ['1', '3650'],
    refused: { 0: daysKept, 3651: daysKept, '1.5': daysKept },
  },
  'webhooks.port': {
    errorOf: settingField('webhooks', 'port'),
    accepted: ['1', '65535'],
    refused: Object.fromEntries(
      ['0', '65536', '80.5', 'http'].map((entered) => [entered, 'Enter a number from 1 to 65535.']),
    ),
  },
  'printer.port': {
    errorOf: printerField('port'),
    accepted: ['1', '65535'],
    refused: { 0: port, 65536: port, '91 00': port, '': port },
  },
  'printer.paperWidth': {
    errorOf: printerField('paperWidth'),
    accepted: ['10', '101.6', '300'],
    refused: { 9: paperWidth, 301: paperWidth, '101,6': paperWidth, '4 in': paperWidth, '': paperWidth },
  },
  'printer.paperLength': {
    errorOf: printerField('paperLength'),
    accepted: ['10', '152.4', '600'],
    refused: { 9: paperLength, 601: paperLength, '-1': paperLength, '': paperLength },
  },
  'set-up printer port': { errorOf: setUpPort, accepted: ['9100'], refused: { 0: port, 65536: port } },
  'order weight': {
    errorOf: weight,
    accepted: ['1', '900', '0.5'],
    refused: {
      '': 'Enter the weight in grams.',
      '1,5': 'Enter the weight in grams.',
      0: 'The weight must be above 0.',
      '-1': 'The weight must be above 0.',
      1000000001: 'Enter at most 1,000,000,000 g.',
    },
  },
};

describe('number fields: a number out of range is named, and never changed', () => {
  test.each(
    Object.entries(numberFields).flatMap(([name, { errorOf, accepted, refused }]) => [
      ...accepted.map((entered) => [name, entered, errorOf, null] as const),
      ...Object.entries(refused).map(([entered, sentence]) => [name, entered, errorOf, sentence] as const),
    ]),
  )('%s: %j', (_, entered, errorOf, sentence) => {
    expect(errorOf(entered)).toBe(sentence);
  });

  test('the table names every number of the settings and of the printers', () => {
    const numbersOf = (name: string, fields: Readonly<Record<string, z.ZodType>>): string[] =>
      Object.entries(fields).flatMap(([field, schema]) => (isNumber(schema) ? [`${name}.${field}`] : []));
    const named = [
      ...Object.entries(settingGroups).flatMap(([group, { shape }]) => numbersOf(group, shape)),
      ...Object.values(connectionSchemas).flatMap(({ shape }) => numbersOf('printer', shape)),
    ];
    // The distance is chosen from a list.
    expect(named.filter((name) => name !== 'appearance.viewingDistance' && !Object.hasOwn(numberFields, name))).toEqual(
      [],
    );
  });
});

/** True where a schema accepts a number in some form. */
function isNumber(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return isNumber(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodNumber;
}
