/** What main and the window both have, and nothing more: so that a value in `shared` can lean on neither process. */
declare class URL {
  constructor(text: string);
  static canParse(text: string): boolean;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
