import { type ParseResult, parse } from '@babel/parser';

/** The parts of a parsed node that this file uses. */
type Node = { type: string; loc?: { start: { line: number } } | null } & Record<string, unknown>;

/** A text that stands in a component instead of in the catalogue. */
export interface TextLiteral {
  readonly line: number;
  readonly text: string;
}

/** What a call of `text(key, values)` names. */
export interface TextCall {
  readonly line: number;
  /** The keys it may name; of a key put together at run time, a pattern. */
  readonly keys: readonly (string | RegExp)[];
  /** The names of the values; null where they cannot be read from the source. */
  readonly values: readonly string[] | null;
}

export interface SourceTexts {
  readonly literals: readonly TextLiteral[];
  /** Calls of the functions that show a text of the catalogue. */
  readonly textCalls: readonly TextCall[];
  /** English sentences, outside errors that only a bug throws. */
  readonly sentences: readonly TextLiteral[];
  /** Every string literal, and a pattern for each template literal. */
  readonly strings: readonly (string | RegExp)[];
}

/** Properties whose value an operator reads or hears. */
const textProperty =
  /^(aria-(label|description|roledescription|valuetext)|title|alt|placeholder|summary|heading|question|consequence|sentence|hint|aside|next|text|unit|warning|error|name)$|label$|description$|(?:^|[a-z])(Text|Title|Hint|Reason)$|^label/i;

/** The same in the entry of a table or a list: `{ value: 'print', label: 'Print' }`. */
const textEntry = /^(label|title|description|placeholder|sentence|hint|next|why|consequence|detail|message)$/;

/** Reads the texts of a TypeScript file; `textFunctions` are the names under which it calls the catalogue. */
export function sourceTexts(source: string, textFunctions: readonly string[]): SourceTexts {
  const literals: TextLiteral[] = [];
  const textCalls: TextCall[] = [];
  const strings: (string | RegExp)[] = [];
  const program: ParseResult = parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'] });

  visit(program as unknown as Node, (node) => {
    const line = node.loc?.start.line ?? 0;
    if (node.type === 'StringLiteral') strings.push(String(node.value));
    if (node.type === 'TemplateLiteral') strings.push(patternOf(node));
    if (node.type === 'JSXText' && hasLetter(String(node.value)))
      literals.push({ line, text: String(node.value).trim() });
    const isShown =
      node.type === 'JSXExpressionContainer' ||
      (node.type === 'JSXAttribute' && textProperty.test(nameOf(node.name as Node)));
    const given = node.type === 'JSXAttribute' ? node.value : node.expression;
    if (isShown && !isAttributeValue.has(node)) {
      for (const text of literalsIn(given as Node | null)) literals.push({ line, text });
    }
    if (node.type === 'JSXAttribute' && node.value) isAttributeValue.add(node.value as Node);
    if (node.type === 'ObjectProperty' && textEntry.test(nameOf(node.key as Node))) {
      for (const text of literalsIn(node.value as Node)) literals.push({ line, text });
    }
    if (node.type === 'CallExpression' && textFunctions.includes(nameOf(node.callee as Node))) {
      const [key, values] = node.arguments as Node[];
      textCalls.push({ line, keys: key ? keysIn(key) : [], values: valueNames(values) });
    }
  });
  return { literals, sentences: sentencesIn(program as unknown as Node), textCalls, strings };
}

/** Text with a space that begins and ends like a sentence, or a rule as schemas word it: "must be a date". */
const sentence = /^(\p{Lu}[^\s]*\s.*[.!?]|must .+)$/su;

function sentencesIn(node: Node): TextLiteral[] {
  if (node.type === 'ThrowStatement') return [];
  if (node.type === 'NewExpression' && /Error$/.test(nameOf(node.callee as Node))) return [];
  const fixed =
    node.type === 'StringLiteral' ? String(node.value) : node.type === 'TemplateLiteral' ? templateText(node) : '';
  const own = sentence.test(fixed.trim()) ? [{ line: node.loc?.start.line ?? 0, text: fixed.trim() }] : [];
  return [...own, ...childrenOf(node).flatMap(sentencesIn)];
}

/** The fixed parts of a template literal, with … where an expression stands. */
const templateText = (node: Node): string =>
  (node.quasis as Node[]).map((part) => (part.value as { cooked: string }).cooked).join('…');

/** The value of an attribute is judged by the attribute's name, not as a child. */
const isAttributeValue = new WeakSet<Node>();

function visit(node: Node, onNode: (node: Node) => void): void {
  onNode(node);
  for (const child of childrenOf(node)) visit(child, onNode);
}

const isLeftOut = new Set(['loc', 'errors', 'comments', 'tokens']);

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const key in node) {
    if (isLeftOut.has(key)) continue;
    const value = node[key];
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Function keys have the same name in every language. */
const hasLetter = (text: string): boolean => /\p{L}/u.test(text) && !/^F\d+$/.test(text);

function nameOf(node: Node): string {
  if (node.type === 'JSXNamespacedName') return `${nameOf(node.namespace as Node)}:${nameOf(node.name as Node)}`;
  return typeof node.name === 'string' ? node.name : '';
}

/** Literal texts that an expression may give: through conditions, sums, lists and templates, not through calls. */
function literalsIn(node: Node | null | undefined): string[] {
  if (!node) return [];
  switch (node.type) {
    case 'StringLiteral':
      return hasLetter(String(node.value)) ? [String(node.value)] : [];
    case 'TemplateLiteral': {
      const fixed = templateText(node);
      return hasLetter(fixed) ? [fixed] : [];
    }
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return literalsIn(node.expression as Node);
    case 'ConditionalExpression':
      return [...literalsIn(node.consequent as Node), ...literalsIn(node.alternate as Node)];
    case 'LogicalExpression':
      return [...literalsIn(node.left as Node), ...literalsIn(node.right as Node)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...literalsIn(node.left as Node), ...literalsIn(node.right as Node)] : [];
    case 'ArrayExpression':
      return (node.elements as (Node | null)[]).flatMap(literalsIn);
    default:
      return [];
  }
}

function keysIn(node: Node): (string | RegExp)[] {
  switch (node.type) {
    case 'StringLiteral':
      return [String(node.value)];
    case 'TemplateLiteral':
      return [patternOf(node)];
    case 'ConditionalExpression':
      return [...keysIn(node.consequent as Node), ...keysIn(node.alternate as Node)];
    default:
      return [];
  }
}

/** A template literal as a pattern: anything may stand where an expression stands. */
function patternOf(node: Node): RegExp {
  const parts = (node.quasis as Node[]).map((part) => (part.value as { raw: string }).raw);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`);
}

function valueNames(node: Node | undefined): string[] | null {
  if (node === undefined) return [];
  if (node.type !== 'ObjectExpression') return null;
  const properties = node.properties as Node[];
  if (properties.some(({ type, computed }) => type !== 'ObjectProperty' || computed === true)) return null;
  return properties.map(({ key }) => ((key as Node).name ?? (key as Node).value) as string);
}
