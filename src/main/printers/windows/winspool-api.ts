/**
 * The part of winspool.drv that is used here, as data, so that a test on any system can compare it with the documentation. Names,
 * order and types are those of winspool.h (learn.microsoft.com, "Print Spooler API").
 */

/** BOOL is 4 bytes, TRUE or FALSE; a HANDLE is as wide as a pointer. */
export const spoolerAliases = {
  DWORD: 'uint32_t',
  DWORDLONG: 'uint64_t',
  WORD: 'uint16_t',
  BOOL: 'int32_t',
  HANDLE: 'void *',
} as const;

/** Texts that are not read are declared as pointers. A struct may use an earlier one. */
export const spoolerStructs = {
  FILETIME: { dwLowDateTime: 'DWORD', dwHighDateTime: 'DWORD' },
  SYSTEMTIME: {
    wYear: 'WORD',
    wMonth: 'WORD',
    wDayOfWeek: 'WORD',
    wDay: 'WORD',
    wHour: 'WORD',
    wMinute: 'WORD',
    wSecond: 'WORD',
    wMilliseconds: 'WORD',
  },
  DOC_INFO_1W: { pDocName: 'str16', pOutputFile: 'str16', pDatatype: 'str16' },
  JOB_INFO_1W: {
    JobId: 'DWORD',
    pPrinterName: 'void *',
    pMachineName: 'void *',
    pUserName: 'void *',
    pDocument: 'str16',
    pDatatype: 'void *',
    pStatus: 'str16',
    Status: 'DWORD',
    Priority: 'DWORD',
    Position: 'DWORD',
    TotalPages: 'DWORD',
    PagesPrinted: 'DWORD',
    Submitted: 'SYSTEMTIME',
  },
  DRIVER_INFO_8W: {
    cVersion: 'DWORD',
    pName: 'void *',
    pEnvironment: 'void *',
    pDriverPath: 'void *',
    pDataFile: 'void *',
    pConfigFile: 'void *',
    pHelpFile: 'void *',
    pDependentFiles: 'void *',
    pMonitorName: 'void *',
    pDefaultDataType: 'void *',
    pszzPreviousNames: 'void *',
    ftDriverDate: 'FILETIME',
    dwlDriverVersion: 'DWORDLONG',
    pszMfgName: 'void *',
    pszOEMUrl: 'void *',
    pszHardwareID: 'void *',
    pszProvider: 'void *',
    pszPrintProcessor: 'void *',
    pszVendorSetup: 'void *',
    pszzColorProfiles: 'void *',
    pszInfPath: 'void *',
    dwPrinterDriverAttributes: 'DWORD',
    pszzCoreDriverDependencies: 'void *',
    ftMinInboxDriverVerDate: 'FILETIME',
    dwlMinInboxDriverVerVersion: 'DWORDLONG',
  },
  PRINTER_INFO_2W: {
    pServerName: 'void *',
    pPrinterName: 'str16',
    pShareName: 'void *',
    pPortName: 'str16',
    pDriverName: 'str16',
    pComment: 'void *',
    pLocation: 'void *',
    pDevMode: 'void *',
    pSepFile: 'void *',
    pPrintProcessor: 'void *',
    pDatatype: 'void *',
    pParameters: 'void *',
    pSecurityDescriptor: 'void *',
    Attributes: 'DWORD',
    Priority: 'DWORD',
    DefaultPriority: 'DWORD',
    StartTime: 'DWORD',
    UntilTime: 'DWORD',
    Status: 'DWORD',
    cJobs: 'DWORD',
    AveragePPM: 'DWORD',
  },
  PRINTER_INFO_4W: { pPrinterName: 'str16', pServerName: 'void *', Attributes: 'DWORD' },
} as const;

export const spoolerPrototypes = {
  OpenPrinterW: 'BOOL __stdcall OpenPrinterW(str16 pPrinterName, _Out_ HANDLE *phPrinter, void *pDefault)',
  ClosePrinter: 'BOOL __stdcall ClosePrinter(HANDLE hPrinter)',
  GetPrinterDriverW:
    'BOOL __stdcall GetPrinterDriverW(HANDLE hPrinter, str16 pEnvironment, DWORD Level, _Out_ uint8_t *pDriverInfo, DWORD cbBuf, _Out_ DWORD *pcbNeeded)',
  StartDocPrinterW: 'DWORD __stdcall StartDocPrinterW(HANDLE hPrinter, DWORD Level, DOC_INFO_1W *pDocInfo)',
  StartPagePrinter: 'BOOL __stdcall StartPagePrinter(HANDLE hPrinter)',
  WritePrinter: 'BOOL __stdcall WritePrinter(HANDLE hPrinter, uint8_t *pBuf, DWORD cbBuf, _Out_ DWORD *pcWritten)',
  EndPagePrinter: 'BOOL __stdcall EndPagePrinter(HANDLE hPrinter)',
  EndDocPrinter: 'BOOL __stdcall EndDocPrinter(HANDLE hPrinter)',
  AbortPrinter: 'BOOL __stdcall AbortPrinter(HANDLE hPrinter)',
  GetJobW:
    'BOOL __stdcall GetJobW(HANDLE hPrinter, DWORD JobId, DWORD Level, _Out_ uint8_t *pJob, DWORD cbBuf, _Out_ DWORD *pcbNeeded)',
  EnumPrintersW:
    'BOOL __stdcall EnumPrintersW(DWORD Flags, str16 Name, DWORD Level, _Out_ uint8_t *pPrinterEnum, DWORD cbBuf, _Out_ DWORD *pcbNeeded, _Out_ DWORD *pcReturned)',
} as const;

/** In kernel32.dll. koffi preserves the value of the previous call. */
export const lastErrorPrototype = 'DWORD __stdcall GetLastError()';

/** PRINTER_DRIVER_XPS of `dwPrinterDriverAttributes`: a v4 or XPSDrv driver, for which RAW makes an empty job. */
export const xpsDriver = 0x2;

/** Flags of EnumPrinters. */
export const enumerateLocal = 0x2;
export const enumerateConnections = 0x4;

/** JOB_STATUS_* bits of JOB_INFO_1. */
export const jobStatus = {
  paused: 0x1,
  error: 0x2,
  deleting: 0x4,
  spooling: 0x8,
  printing: 0x10,
  offline: 0x20,
  paperOut: 0x40,
  printed: 0x80,
  deleted: 0x100,
  blocked: 0x200,
  userIntervention: 0x400,
  restarted: 0x800,
  complete: 0x1000,
  retained: 0x2000,
  renderingLocally: 0x4000,
} as const;

/** The Win32 error codes that are handled (learn.microsoft.com, "System Error Codes"). */
export const win32Errors = {
  accessDenied: 5,
  invalidHandle: 6,
  handleDiskFull: 39,
  printCancelled: 63,
  /** GetJob: no such job in the queue (MS-RPRN 3.1.4.3.2). */
  invalidParameter: 87,
  diskFull: 112,
  insufficientBuffer: 122,
  /** RPC_S_SERVER_UNAVAILABLE: the spooler service does not run. */
  serverUnavailable: 1722,
  callFailed: 1726,
  callFailedNotExecuted: 1727,
  unknownPrinterDriver: 1797,
  invalidPrinterName: 1801,
  invalidDatatype: 1804,
  /** ERROR_SPL_NO_STARTDOC. */
  noDocumentStarted: 3003,
} as const;

/** The error of a thread without winspool.drv. */
export const spoolerNotAvailable = -1;
/** The error of a thread that has ended. */
export const spoolerThreadEnded = -2;
