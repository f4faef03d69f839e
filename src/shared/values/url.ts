/**
 * The URL that a text is, against a base where one is given; null for any other text. `URL.canParse` of Node 20 takes letters such as ü
 * for invalid once V8 has compiled its caller.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
