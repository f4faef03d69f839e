// @ts-check
import { brokenLinks, documentationPages } from './documentation.mjs';
import { findDuplicates } from './duplicates.mjs';
import { importCycles } from './import-cycles.mjs';
import { measureSource, sizeProblems } from './source-size.mjs';
import { unmatchedClasses } from './style-classes.mjs';
import { findPrivateTerms } from './vocabulary.mjs';

/**
 * Sizes, circular imports, duplicates, vocabulary and style classes of the source, and links of the documentation.
 * @param {string} root
 * @returns {Promise<{ figures: string, problems: string[] }>} the figures in one line, and each rule that does not hold
 */
export async function checkSource(root) {
  const size = measureSource(root);
  const duplicates = await findDuplicates();
  const cycles = importCycles(root);
  const terms = findPrivateTerms(root);
  const links = brokenLinks(root, await documentationPages(root));
  return {
    figures:
      `${size.files} source files, ${size.lines} lines, ${size.folders} folders; ` +
      `median ${size.median} lines, longest ${size.longest.lines} (${size.longest.file}); ` +
      `most entries in a folder ${size.fullest.entries} (${size.fullest.folder}); ` +
      `${duplicates.pairs} duplicated blocks, ${cycles.length} circular imports, ${terms.length} private terms`,
    problems: [
      ...sizeProblems(size),
      ...duplicates.problems,
      ...unmatchedClasses(root),
      ...links,
      ...cycles.map((files) => `circular import: ${files.join(', ')}`),
      ...terms.map(({ file, line, term }) => `${file}:${line}: "${term}" is not in the glossary`),
    ],
  };
}
