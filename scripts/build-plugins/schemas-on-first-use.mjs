// @ts-check
import { join } from 'node:path';

/**
 * A node of the syntax tree that the bundler's parser gives (ESTree); what else it has depends on its type.
 * @typedef {{ readonly type: string, readonly start: number, readonly end: number, readonly [key: string]: any }} Node
 * @typedef {{ readonly at: number, readonly until: number, readonly text: string }} Edit
 */

const ourFiles = /[\\/]src[\\/](?:main|shared)[\\/][^?]*\.ts$/;
const schemaName = /Schema$/;

/**
 * Makes each schema when it is first used, in place of when its file is read: main and its records' thread have 3,000 of them, 30 ms of
 * each start, of which a start uses a few hundred. By their names: `export const parcelSchema = z.object({ … })` is built as a function
 * that makes the schema once, and every other `parcelSchema` as a call of it.
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function schemasOnFirstUse(root) {
  const helper = join(root, 'src/shared/values/on-first-use.ts');
  return {
    name: 'packbench-schemas-on-first-use',
    enforce: 'post',
    transform(code, id) {
      if (!ourFiles.test(id) || !/Schema\b/.test(code)) return null;
      const { body } = /** @type {{ body: Node[] }} */ (/** @type {unknown} */ (this.parse(code)));
      return { code: withSchemasOnFirstUse(code, body, helper), map: null };
    },
  };
}

/**
 * @param {string} code a module without types
 * @param {readonly Node[]} body its statements
 * @param {string} helper the file of `onFirstUse`
 * @returns {string}
 */
export function withSchemasOnFirstUse(code, body, helper) {
  const declared = body.flatMap(schemasDeclaredBy);
  const imported = body.flatMap(schemasImportedBy);
  const names = new Set([...declared.map(({ id }) => id.name), ...imported]);
  if (names.size === 0) return code;
  /** @type {Edit[]} */
  const edits = [
    ...declared.flatMap(({ init }) => [
      { at: init.start, until: init.start, text: '/* @__PURE__ */ onFirstUse(() => (' },
      { at: init.end, until: init.end, text: '))' },
    ]),
    ...usesOf(names, body, new Set(declared.map(({ id }) => id))),
  ];
  return `import { onFirstUse } from ${JSON.stringify(helper)};\n${edited(code, edits)}`;
}

/**
 * @param {Node} statement
 * @returns {Node[]} declarators
 */
function schemasDeclaredBy(statement) {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type === 'FunctionDeclaration' && schemaName.test(declaration.id.name))
    throw new Error(`${declaration.id.name} is a function: only schemas are named so.`);
  return declaration?.type === 'VariableDeclaration'
    ? declaration.declarations.filter((/** @type {Node} */ { id }) => isSchema(id))
    : [];
}

/**
 * @param {Node} statement
 * @returns {string[]} local names
 */
function schemasImportedBy(statement) {
  if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('.')) return [];
  return statement.specifiers
    .filter((/** @type {Node} */ { imported }) => imported !== undefined && isSchema(imported))
    .map((/** @type {Node} */ { local }) => local.name);
}

/** @param {Node} node */
const isSchema = (node) => node.type === 'Identifier' && schemaName.test(node.name);

/**
 * Calls in place of the names. A scope that has such a name of its own would need an analysis of scopes: the build ends instead.
 * @param {ReadonlySet<string>} names
 * @param {readonly Node[]} body
 * @param {ReadonlySet<Node>} declared
 * @returns {Edit[]}
 */
function usesOf(names, body, declared) {
  /** @type {Edit[]} */
  const uses = [];
  /**
   * @param {unknown} value
   * @param {Node | null} parent
   * @param {string} place
   */
  const visit = (value, parent, place) => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, parent, place);
    } else if (isNode(value)) {
      if (value.type !== 'Identifier') {
        for (const [key, child] of Object.entries(value)) visit(child, value, key);
      } else if (names.has(value.name) && !declared.has(value) && !isNameOnly(parent, place)) {
        if (isBinding(parent, place)) throw new Error(`${value.name} is declared again in a function.`);
        const isShorthand = parent?.type === 'Property' && parent.shorthand;
        if (isShorthand && place === 'value') return;
        const text = isShorthand ? `${value.name}: ${value.name}()` : `${value.name}()`;
        uses.push({ at: value.start, until: value.end, text });
      }
    }
  };
  visit(body, null, '');
  return uses;
}

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/**
 * True where an identifier names a property, or what is imported or exported, and reads no variable.
 * @param {Node | null} parent
 * @param {string} place
 */
function isNameOnly(parent, place) {
  if (parent === null) return false;
  if (parent.type === 'ImportSpecifier' || parent.type === 'ExportSpecifier') return true;
  if (parent.type === 'MemberExpression') return place === 'property' && !parent.computed;
  return place === 'key' && !parent.computed && !parent.shorthand;
}

/**
 * @param {Node | null} parent
 * @param {string} place
 */
const isBinding = (parent, place) =>
  place === 'params' ||
  place === 'param' ||
  (place === 'id' && parent !== null) ||
  (place === 'left' && parent?.type === 'AssignmentPattern') ||
  parent?.type === 'ArrayPattern' ||
  parent?.type === 'RestElement';

/**
 * @param {string} code
 * @param {readonly Edit[]} edits
 */
function edited(code, edits) {
  let text = '';
  let at = 0;
  for (const edit of [...edits].sort((one, other) => one.at - other.at || one.until - other.until)) {
    text += code.slice(at, edit.at) + edit.text;
    at = edit.until;
  }
  return text + code.slice(at);
}
