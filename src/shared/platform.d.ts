/** The platform types that both main and the window have; `shared` may use nothing else. */
declare class URL {
  constructor(text: string, base?: string);
  readonly protocol: string;
  readonly username: string;
  password: string;
  readonly hostname: string;
  readonly href: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
