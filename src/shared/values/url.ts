/**
 * True for text that is a URL, against a base where one is given. `URL.canParse` of Node 20 takes letters such as ü for invalid once V8 has
 * compiled its caller.
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}
