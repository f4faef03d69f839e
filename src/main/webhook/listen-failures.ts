import type { Failure } from '../../shared/failure.ts';

/** Why the listener could not be opened on that host and port, in words. */
export function listenFailure(fault: unknown, host: string, port: number): Failure {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  const { message, next } = words(code, host, port);
  return { code: 'not-allowed-now', message: `No events are received: ${message}`, next };
}

function words(code: string, host: string, port: number): { message: string; next: string } {
  switch (code) {
    case 'EADDRINUSE':
      return {
        message: `port ${port} is taken by another program.`,
        next: 'Close that program, or choose another port under Settings, Webhooks.',
      };
    case 'EACCES':
      return {
        message: `port ${port} may not be used by this user.`,
        next: 'Choose a port from 1024 on under Settings, Webhooks.',
      };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        message: `${host} is no address of this computer.`,
        next: 'Look at the host under Settings, Webhooks; 127.0.0.1 is always there.',
      };
    default:
      return {
        message: `${host}, port ${port} cannot be listened on${code === '' ? '' : ` (${code})`}.`,
        next: 'Look at host and port under Settings, Webhooks.',
      };
  }
}
