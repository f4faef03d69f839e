import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type HelpPage,
  helpGroups,
  helpOfCheck,
  helpOfPrinter,
  jobHelp,
  messageHelp,
  printerHelp,
  scanHelp,
  serviceHelp,
} from '../../../../src/renderer/data/help.ts';
import { foundPages, stepsOf } from '../../../../src/renderer/screens/help/help-screen.tsx';
import { english } from '../../../../src/renderer/text/en/catalogue.ts';
import { type HealthCheckName, healthCheckNumbers } from '../../../../src/shared/contract/health-view.ts';
import { isMessageCode, message } from '../../../../src/shared/messages/message.ts';
import { severalLabelsAsked } from '../../fixtures.ts';

const pages = helpGroups.flatMap((group): readonly HelpPage[] => group.pages);
const found = (find: string): HelpPage[] => foundPages(find).flatMap((group) => group.pages);

/** The page about each trouble that README.md describes. */
const pageOfReadme: Readonly<Record<string, HelpPage>> = {
  'Printer: unreachable': 'printer-unreachable',
  'Printer: not answering': 'printer-not-answering',
  'Printer: different printer': 'different-printer',
  'a held job with a question': 'label-question',
  'an uncertain job': 'uncertain-label',
  'an uncertain order': 'uncertain-order',
  'a paused batch': 'batch-paused',
  'Service: token rejected': 'token-rejected',
  'the token is kept until you quit': 'token-not-kept',
  'no window on a server': 'no-window',
};

describe('help pages', () => {
  test('there is one for each check of the station, and one for each thing that holds its printer', () => {
    for (const check of Object.keys(healthCheckNumbers) as HealthCheckName[])
      expect([check, pages.includes(helpOfCheck({ check, message: message('health.not-checked') }))]).toEqual([
        check,
        true,
      ]);
    const printer = { reasons: ['paper out' as const], warnings: [], answers: true };
    expect(helpOfCheck({ check: 'printer', message: message('health.printer-held'), printer })).toBe('paper-out');
    expect(helpOfCheck({ check: 'printer', message: message('health.no-printer') })).toBe('no-printer');
  });

  test('there is one for each trouble of README.md', () => {
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
    const troubles = readme.split('## Troubleshooting')[1]?.split('\n## ')[0] ?? '';
    const rows = [...troubles.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].map(([, sign = '']) => sign.trim());
    const signs = rows.filter((sign) => sign !== 'you see' && !sign.startsWith('---'));
    expect(signs.length).toBeGreaterThan(5);
    expect(signs.filter((sign) => !pages.includes(pageOfReadme[sign] ?? ('' as HelpPage)))).toEqual([]);
  });

  test('each of a trouble has two to six short steps', () => {
    for (const page of pages) {
      if (page === 'keyboard') continue;
      const steps = stepsOf(page);
      expect(steps.length).toBeGreaterThanOrEqual(2);
      expect(steps.length).toBeLessThanOrEqual(6);
      for (const step of steps) expect(step.length).toBeLessThanOrEqual(170);
    }
  });

  test('every step of the catalogue is shown', () => {
    const written = Object.keys(english).filter((key) => /^help\..+\.step-\d+$/.test(key)).length;
    expect(pages.flatMap(stepsOf)).toHaveLength(written);
  });

  test('every word is searched, in any order', () => {
    expect(found('')).toEqual(pages);
    expect(found('roll PAPER')).toContain('paper-out');
    expect(found('keyring')).toEqual(['token-not-kept']);
    expect(found('F12')).toEqual(['keyboard']);
    expect(found('xyzzy')).toEqual([]);
  });
});

describe('help: the page about a trouble that is shown', () => {
  test('exists for each state, reason and message named', () => {
    const named = [printerHelp, serviceHelp, messageHelp, scanHelp]
      .flatMap((table) => Object.values(table))
      .filter(Boolean);
    expect(named.filter((page) => !pages.includes(page as HelpPage))).toEqual([]);
    expect(Object.keys(messageHelp).filter((code) => !isMessageCode(code))).toEqual([]);
  });

  test('of a print job about other benches is another one than that of a label which does not fit', () => {
    const held = { state: 'held', question: severalLabelsAsked } as const;
    expect(jobHelp(held)).toBe('label-question');
    expect(jobHelp({ ...held, question: { ...severalLabelsAsked, kind: 'site' } })).toBe('site-question');
    expect([jobHelp({ state: 'uncertain', question: null }), jobHelp({ state: 'queued', question: null })]).toEqual([
      'uncertain-label',
      null,
    ]);
  });

  test('of a printer is about the first thing that holds it', () => {
    expect(helpOfPrinter({ reasons: ['unreachable', 'paper out'] })).toBe('printer-unreachable');
    expect(helpOfPrinter({ reasons: [] })).toBeNull();
  });
});
