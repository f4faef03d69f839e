import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const portsSchema = z.object({ service: z.int().min(0).max(65535), labels: z.int().min(0).max(65535) });
export type Ports = z.infer<typeof portsSchema>;

const fileName = 'ports.json';

/** The ports of the last start; zeros where there was none. */
export async function readPorts(folder: string): Promise<Ports> {
  try {
    return portsSchema.parse(JSON.parse(await readFile(join(folder, fileName), 'utf8')));
  } catch {
    return { service: 0, labels: 0 };
  }
}

export async function keepPorts(folder: string, ports: Ports): Promise<void> {
  const path = join(folder, fileName);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(ports));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
