// @ts-check
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The pages in the order of the navigation; those that are no file of `docs` are made from other files. */
const order = [
  ...['index', 'install', 'connect', 'printers-and-scanners', 'daily-work', 'site', 'troubleshooting'],
  ...['records', 'provisioning', 'security'],
];

/** The picture of the first page, which stays where the README shows it too. */
const pictures = ['resources/scan-screen.png'];

/** The pictures of the documentation, and the step of the guided tour (`scripts/tour`) that leaves each. */
export const picturesOfTour = {
  'resources/scan-screen.png': '03-label-sent',
  'docs/pictures/new-order.png': '02-quote',
  'docs/pictures/deletion.png': '05-counting-down',
  'docs/pictures/shipments.png': '07-shipments',
  'docs/pictures/health.png': '07-health',
};

/** Most bytes of all pictures together. */
const mostPictureBytes = 1_000_000;

/**
 * The documentation as HTML pages, built from the Markdown of `docs`, the help of the program and SECURITY.md.
 * @param {string} root
 * @returns {Promise<Map<string, string>>} by their file names
 */
export async function documentationPages(root) {
  // @ts-expect-error it declares no types
  const { default: Eleventy, IdAttributePlugin } = await import('@11ty/eleventy');
  const made = {
    troubleshooting: troubleshootingPage(root),
    security: readFileSync(join(root, 'SECURITY.md'), 'utf8').replaceAll('](README.md', `](${repositoryFile}README.md`),
  };
  const site = new Eleventy(join(root, 'docs'), join(root, 'dist/docs'), {
    quietMode: true,
    configPath: null,
    /** @param {any} config */
    config(config) {
      config.setUseGitIgnore(false);
      config.addPlugin(IdAttributePlugin);
      config.setTemplateFormats(['md']);
      config.setMarkdownTemplateEngine?.(false);
      config.addGlobalData('markdownTemplateEngine', false);
      config.addGlobalData('templateEngineOverride', 'md');
      for (const [name, text] of Object.entries(made)) config.addTemplate(`${name}.md`, text);
    },
  });
  await site.init();
  /** @type {{ inputPath: string, content: string }[]} */
  const built = await site.toJSON();
  const contents = new Map(built.map(({ inputPath, content }) => [basename(inputPath, '.md'), content]));
  const titles = new Map([...contents].map(([name, content]) => [name, titleOf(content)]));
  const names = [...contents.keys()].sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return new Map(
    names.map((name) => [
      `${name}.html`,
      page(
        name,
        contents.get(name) ?? '',
        names.map((each) => [each, titles.get(each) ?? each]),
      ),
    ]),
  );
}

/** Where files stand that are no page. */
const repositoryFile = '../';

/** @param {string} html */
const titleOf = (html) => (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replace(/<[^>]+>/g, '');

/**
 * The pages of the help, as the program shows them.
 * @param {string} root
 */
function troubleshootingPage(root) {
  /** @type {Record<string, string>} */
  const help = JSON.parse(readFileSync(join(root, 'src/renderer/text/en/help.json'), 'utf8'));
  const pages = Object.keys(help).flatMap((key) => /^help\.(.+)\.meaning$/.exec(key)?.[1] ?? []);
  const sections = pages
    .filter((name) => `help.${name}.step-1` in help)
    .map((name) => {
      const steps = Object.keys(help).filter((key) => key.startsWith(`help.${name}.step-`));
      const lines = steps.map((key, index) => `${index + 1}. ${help[key]}`);
      return [`## ${help[`help.${name}.title`]}`, help[`help.${name}.meaning`], lines.join('\n')].join('\n\n');
    });
  const start = 'Find what you see on the screen. F12 shows the same pages in Packbench, in your language.';
  const health = 'Station health, in the help, shows each check with its number, what to do, and the page about it.';
  return ['# Troubleshooting', start, health, '![Station health](pictures/health.png)', ...sections, ''].join('\n\n');
}

/**
 * A page with the navigation. Its links work in a folder and on a web server.
 * @param {string} name @param {string} content @param {[string, string][]} pages
 */
function page(name, content, pages) {
  const links = pages.map(([each, title]) => {
    const current = each === name ? ' aria-current="page"' : '';
    return `<li><a href="${each}.html"${current}>${each === 'index' ? 'Overview' : title}</a></li>`;
  });
  const body = content
    .replace(/href="([\w-]+)\.md(#[^"]*)?"/g, 'href="$1.html$2"')
    .replaceAll('src="../resources/', 'src="');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name === 'index' ? 'Packbench' : `${titleOf(content)} · Packbench`}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; font: 1rem/1.55 system-ui, sans-serif; display: grid; gap: 2rem; }
@media (min-width: 50rem) { body { grid-template-columns: 14rem minmax(0, 1fr); } }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 0.3rem 0; }
[aria-current] { font-weight: 700; }
img { max-width: 100%; height: auto; border: 1px solid color-mix(in srgb, currentColor 30%, transparent); }
pre { overflow-x: auto; padding: 0.75rem; background: color-mix(in srgb, currentColor 8%, transparent); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid color-mix(in srgb, currentColor 30%, transparent); padding: 0.35rem 0.6rem; text-align: start; vertical-align: top; }
</style>
</head>
<body>
<nav aria-label="Pages"><ul>${links.join('')}</ul></nav>
<main>${body}</main>
</body>
</html>
`;
}

/**
 * Writes the site; returns its first page.
 * @param {string} root @param {string} folder
 */
export async function writeDocumentation(root, folder) {
  mkdirSync(folder, { recursive: true });
  for (const [file, html] of await documentationPages(root)) writeFileSync(join(folder, file), html);
  for (const picture of pictures) writeFileSync(join(folder, basename(picture)), readFileSync(join(root, picture)));
  cpSync(join(root, 'docs/pictures'), join(folder, 'pictures'), { recursive: true });
  return pathToFileURL(join(folder, 'index.html')).href;
}

/**
 * Links of the site, and of the documents beside it, that lead nowhere.
 * @param {string} root
 * @param {Map<string, string>} pages
 */
export function brokenLinks(root, pages) {
  const idsOf = new Map(
    [...pages].map(([file, html]) => [file, new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))]),
  );
  const pictureNames = pictures.map((picture) => basename(picture));
  const ofPages = [...pages].flatMap(([file, html]) =>
    [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link) || pictureNames.includes(link)) return [];
      const [path = '', anchor] = link.split('#');
      if (path.startsWith('pictures/'))
        return existsSync(join(root, 'docs', path)) ? [] : [`docs/${file}: no picture "${path}"`];
      const isFound = path.startsWith(repositoryFile)
        ? existsSync(join(root, path.slice(repositoryFile.length)))
        : path === '' || idsOf.has(path);
      const hasAnchor = anchor === undefined || path.startsWith(repositoryFile) || idsOf.get(path || file)?.has(anchor);
      return isFound && hasAnchor ? [] : [`docs/${file}: "${link}" leads nowhere`];
    }),
  );
  const bytes = Object.keys(picturesOfTour).reduce((sum, picture) => sum + statSync(join(root, picture)).size, 0);
  const tooLarge = bytes > mostPictureBytes ? [`The pictures of the documentation have ${bytes} bytes`] : [];
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'ARCHITECTURE.md', 'resources/site/README.md'];
  return [...ofPages, ...tooLarge, ...documents.flatMap((document) => brokenLinksIn(root, document))];
}

/** @param {string} root @param {string} document */
function brokenLinksIn(root, document) {
  const text = readFileSync(join(root, document), 'utf8');
  const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slug(title));
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    const isFound = path === '' ? anchors.includes(anchor ?? '') : existsSync(join(root, dirname(document), path));
    return isFound ? [] : [`${relative(root, join(root, document))}: "${link}" leads nowhere`];
  });
}

/** As hosts of repositories make anchors. @param {string} title */
const slug = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-');
