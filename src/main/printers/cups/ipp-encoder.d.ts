/** The part of the package's interface that is used here; it ships without types. */
declare module 'ipp-encoder' {
  interface Attribute {
    tag: number;
    name: string;
    value: unknown;
  }
  interface Group {
    tag: number;
    attributes: Attribute[];
  }
  interface Request {
    version: { major: number; minor: number };
    operationId: number;
    requestId: number;
    groups: Group[];
  }
  interface Response {
    statusCode: number;
    groups: { tag: number; attributes: (Attribute & { value: unknown[] })[] }[];
  }
  export const CONSTANTS: Readonly<
    Record<
      | 'OPERATION_ATTRIBUTES_TAG'
      | 'JOB_ATTRIBUTES_TAG'
      | 'PRINTER_ATTRIBUTES_TAG'
      | 'END_OF_ATTRIBUTES_TAG'
      | 'INTEGER'
      | 'BOOLEAN'
      | 'ENUM'
      | 'DATE_TIME'
      | 'TEXT_WITH_LANG'
      | 'NAME_WITH_LANG'
      | 'NAME_WITHOUT_LANG'
      | 'KEYWORD'
      | 'URI'
      | 'CHARSET'
      | 'NATURAL_LANG'
      | 'GET_JOB_ATTRIBUTES'
      | 'GET_JOBS'
      | 'GET_PRINTER_ATTRIBUTES'
      | 'CLIENT_ERROR_NOT_FOUND'
      | 'CLIENT_ERROR_GONE',
      number
    >
  >;
  export const request: {
    /** Without a buffer it creates one by a deprecated call. */
    encode(request: Request, buffer: Buffer): Buffer;
    encodingLength(request: Request): number;
  };
  export const response: { decode(bytes: Buffer): Response };
}
