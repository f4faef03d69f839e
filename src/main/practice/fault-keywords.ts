import { dropOffOf, type OrderRequest } from './request-schemas.ts';

/** The faults that can be injected into an answer. Only `slow` still delivers a correct answer. */
export type InjectedFault =
  | { kind: 'refuse'; status: number; as: 'json' | 'page'; headers?: Record<string, string> }
  | { kind: 'silence' }
  | { kind: 'drop' }
  | { kind: 'slow' }
  | { kind: 'not json' }
  | { kind: 'cut off' }
  | { kind: 'empty' }
  | { kind: 'not success' }
  | { kind: 'other status' }
  | { kind: 'page' }
  /** To a path of the service, or null: to the label host. */
  | { kind: 'redirect'; path: string | null }
  | { kind: 'missing fields' }
  | { kind: 'wrong types' }
  | { kind: 'reordered' }
  | { kind: 'charged more' }
  | { kind: 'too large' };

export interface FaultKeyword {
  /** Written into the receiver's name or the drop-off address. */
  word: string;
  /** The text after PRACTICE in a custom code that causes this fault on its deletion; null where deletions do not have it. */
  codePart: string | null;
  /** True where the order is created, or the parcel deleted, nevertheless. */
  committed: boolean;
  fault: InjectedFault;
  /** The effect as text for the operator. */
  provokes: string;
}

const refuse = (status: number, as: 'json' | 'page' = 'json', headers?: Record<string, string>): InjectedFault =>
  headers ? { kind: 'refuse', status, as, headers } : { kind: 'refuse', status, as };

/** "error-503" is PRACTICE503…, "lost-after" is PRACTICELOSTAFTER…. */
const codePartOf = (word: string): string => word.replace('error-', '').replaceAll('-', '').toUpperCase();

const before = (word: string, fault: InjectedFault, provokes: string): FaultKeyword => ({
  word,
  codePart: codePartOf(word),
  committed: false,
  fault,
  provokes,
});
const after = (word: string, fault: InjectedFault, provokes: string): FaultKeyword => ({
  ...before(word, fault, provokes),
  committed: true,
});
const orderOnly = (faultKeyword: FaultKeyword): FaultKeyword => ({ ...faultKeyword, codePart: null });

/**
 * Every failure of preview, create and delete that an operator can request with a keyword. "create-" or "quote-" before a word limits it
 * to that call; "once-" makes it happen the first time only, so that the next try of the same thing goes well. In a
 * custom code: PRACTICE503…, or PRACTICEONCE503… for once, or PRACTICE1503422… for once 503 and 422 from then on. A code provokes on
 * deletion only, never on creation.
 * Words of real addresses are no keywords.
 */
export const faultKeywords: readonly FaultKeyword[] = [
  before('error-400', refuse(400), 'answers 400'),
  before('error-401', refuse(401), 'answers 401, whatever the token'),
  before('error-403', refuse(403), 'answers 403'),
  before('error-404', refuse(404), 'answers 404'),
  before('error-408', refuse(408), 'answers 408; nothing is done'),
  before('error-409', refuse(409), 'answers 409'),
  before('error-422', refuse(422), 'answers 422'),
  before('error-429', refuse(429, 'json', { 'retry-after': '2' }), 'answers 429 with Retry-After: 2'),
  before('error-500', refuse(500), 'answers 500'),
  before('error-502', refuse(502, 'page'), 'answers 502 with a proxy’s HTML page; nothing is done'),
  before('error-503', refuse(503), 'answers 503'),
  before('time-out', { kind: 'silence' }, 'never answers; nothing is done'),
  after('time-out-after', { kind: 'silence' }, 'does it, and never answers'),
  before('lost-before', { kind: 'drop' }, 'drops the connection; nothing is done'),
  after('lost-after', { kind: 'drop' }, 'does it, and drops the connection'),
  after('502-after', refuse(502, 'page'), 'does it, and answers 502 with a proxy’s HTML page'),
  after('slow-answer', { kind: 'slow' }, 'does it, and answers three seconds later'),
  after('not-json', { kind: 'not json' }, 'does it, and answers text instead of JSON'),
  after('cut-off', { kind: 'cut off' }, 'does it, and breaks off in the middle of the answer'),
  after('empty-answer', { kind: 'empty' }, 'does it, and answers without a body'),
  before('not-success', { kind: 'not success' }, 'answers 200 with a status that is not success; nothing is done'),
  after(
    'other-status',
    { kind: 'other status' },
    'does it, and answers 200 with a status that the document does not show',
  ),
  before('html-page', { kind: 'page' }, 'answers 200 with a sign-in page; nothing is done'),
  before('redirect-away', { kind: 'redirect', path: null }, 'sends to the label host; nothing is done'),
  before('to-sign-in', { kind: 'redirect', path: '/login' }, 'redirects to its sign-in page; nothing is done'),
  before('to-form', { kind: 'redirect', path: '/requests/new' }, 'redirects to its form; nothing is done'),
  after('list-after', { kind: 'redirect', path: '/orders' }, 'does it, and redirects to its list of orders'),
  orderOnly(after('missing-fields', { kind: 'missing fields' }, 'does it, and leaves out codes, labels and prices')),
  orderOnly(after('wrong-types', { kind: 'wrong types' }, 'does it, and answers every number as text')),
  orderOnly(after('reordered-parcels', { kind: 'reordered' }, 'does it, and lists the parcels in reverse')),
  orderOnly(after('charged-more', { kind: 'charged more' }, 'does it, and charges 10.50 more than it quoted')),
  orderOnly(after('too-large', { kind: 'too large' }, 'does it, and answers with 64 million characters')),
];

/** The faults of label addresses, caused by keywords in the same two fields of the order. */
export const labelFaultKeywords = {
  'label-404': 'its labels are not found',
  'label-401': 'its labels are refused with 401, even with the token',
  'label-503': 'its labels answer 503',
  'label-once-503': 'each of its labels answers 503 the first time',
  'label-needs-token': 'its labels want the token: 401 without it',
  'label-slow': 'its labels come three seconds late',
  'label-time-out': 'its labels never come',
  'label-cut-off': 'its labels break off in the middle',
  'label-empty': 'its labels are empty',
  'label-html': 'its labels are a sign-in page',
  'label-redirect': 'its labels send to the service’s own host',
  'label-elsewhere': 'its label addresses are on another host',
  'label-pdf-only': 'it is answered without ZPL labels',
  'label-none': 'it is answered without label addresses',
} as const;
export type LabelFaultKeyword = keyof typeof labelFaultKeywords;

/** The keyword with which the scenario "fail" ends in cancelled instead of returned. */
const cannotReturn = 'cannot-return';
/** The scenario "fail" ends with the second failed attempt for such an order. */
const failsAgain = 'fails-again';

export type Call = 'create' | 'quote';

export interface MatchedFaultKeyword {
  faultKeyword: FaultKeyword;
  /** True for a fault that occurs only the first time. */
  once: boolean;
  /** What happens from the second time on, instead of nothing. */
  then?: FaultKeyword;
}

const joinLongestFirst = (keywords: readonly string[]): string =>
  [...keywords].sort((a, b) => b.length - a.length).join('|');
const asWholeWord = (pattern: string): RegExp => new RegExp(`(?<![a-z0-9-])${pattern}(?![a-z0-9])`, 'gi');

const orderPattern = asWholeWord(
  `(?:(create|quote)-)?(once-)?(${joinLongestFirst(faultKeywords.map((row) => row.word))})`,
);
const labelPattern = asWholeWord(`(${joinLongestFirst(Object.keys(labelFaultKeywords))})`);

const textsOf = (request: OrderRequest): string => {
  const { address } = dropOffOf(request);
  return `${address.person_name ?? ''}\n${address.text}`;
};

/** The first keyword of an order that applies to the call. */
export function faultKeywordOfOrder(request: OrderRequest, call: Call): MatchedFaultKeyword | undefined {
  for (const [, only, once, word] of textsOf(request).matchAll(orderPattern)) {
    if (only && only.toLowerCase() !== call) continue;
    const faultKeyword = faultKeywords.find((row) => row.word === word?.toLowerCase());
    if (faultKeyword) return { faultKeyword, once: once !== undefined };
  }
  return undefined;
}

/** The keyword at the start of a custom code: PRACTICE, perhaps ONCE or 1, and the longest piece that fits; after 1 perhaps another. */
export function faultKeywordOfCode(customCode: string): MatchedFaultKeyword | undefined {
  const prefix = /^PRACTICE(ONCE|1)?/.exec(customCode);
  if (!prefix) return undefined;
  const rest = customCode.slice(prefix[0].length);
  const faultKeyword = keywordAtStart(rest);
  if (!faultKeyword) return undefined;
  const then = prefix[1] === '1' ? keywordAtStart(rest.slice(faultKeyword.codePart?.length)) : undefined;
  return { faultKeyword, once: prefix[1] !== undefined, ...(then && { then }) };
}

function keywordAtStart(text: string): FaultKeyword | undefined {
  const [longest] = faultKeywords
    .filter((row) => row.codePart !== null && text.startsWith(row.codePart))
    .sort((a, b) => (b.codePart?.length ?? 0) - (a.codePart?.length ?? 0));
  return longest;
}

export function labelFaultKeywordOf(request: OrderRequest): LabelFaultKeyword | undefined {
  for (const [word] of textsOf(request).matchAll(labelPattern)) return word.toLowerCase() as LabelFaultKeyword;
  return undefined;
}

export const staysFailed = (request: OrderRequest): boolean => textsOf(request).toLowerCase().includes(failsAgain);

export const isUnreturnable = (request: OrderRequest): boolean => textsOf(request).toLowerCase().includes(cannotReturn);
