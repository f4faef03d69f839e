// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';

/**
 * Finds files below src/ that import each other in a circle, whether values or types.
 * @param {string} root
 * @returns {string[][]} each circle: the files in it
 */
export function importCycles(root) {
  const source = join(root, 'src');
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
  /** @type {Map<string, string[]>} */
  const imports = new Map(
    files.map((file) => {
      const targets = [...readFileSync(join(root, file), 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)];
      return [file, targets.map((match) => posix.normalize(posix.join(dirname(file), match[1] ?? '')))];
    }),
  );
  return components(imports).filter((component) => component.length > 1);
}

/**
 * Strongly connected components (Tarjan's algorithm).
 * @param {Map<string, string[]>} graph
 * @returns {string[][]}
 */
function components(graph) {
  /** @type {string[][]} */
  const found = [];
  /** @type {string[]} */
  const stack = [];
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {Map<string, number>} */
  const lowest = new Map();
  const visit = (/** @type {string} */ node) => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(node) !== order.get(node)) return;
    found.push(stack.splice(stack.indexOf(node)));
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
