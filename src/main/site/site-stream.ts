import { z } from 'zod';
import type { SiteSubject } from '../core/ports/site-engine.ts';

/** How the messages of one shared environment are named on the engine, and which environment its stream belongs to. */

/** What must be the same at every bench that shares an environment: its name alone would let two services mix. */
export interface SharedEnvironment {
  readonly name: string;
  readonly kind: 'sandbox' | 'production';
  /** The origins of the service and of the label host, such as "https://service.example". */
  readonly service: string;
  readonly labels: string;
}

/** The environment's name as one part of a subject: names differ by more than case, and may contain spaces. */
export const environmentPart = (name: string): string => name.toLowerCase().replaceAll(' ', '=');

export interface StreamNames {
  readonly stream: string;
  /** Subjects that the stream stores. */
  readonly subjects: readonly string[];
  nameOf(subject: SiteSubject): string;
  subjectOf(name: string): SiteSubject;
}

/**
 * The names of an environment's stream and subjects. The epoch of a restored bench ("bench-7~2") is a part of its own, so that one
 * permission of the server covers a bench with all its epochs, and no other.
 */
export function streamNames(environment: string): StreamNames {
  const part = environmentPart(environment);
  const prefix = `site.${part}`;
  return {
    stream: `site-${part}`,
    subjects: [`${prefix}.by.>`, `${prefix}.parcel.>`],
    nameOf: (subject) =>
      'by' in subject ? `${prefix}.by.${subject.by.replace('~', '.')}` : `${prefix}.parcel.${subject.parcel}`,
    subjectOf(name) {
      const [kind = '', ...rest] = name.slice(prefix.length + 1).split('.');
      return kind === 'by' ? { by: rest.join('~') } : { parcel: rest.join('.') };
    },
  };
}

const descriptionSchema = z.object({
  packbench: z.literal(1),
  kind: z.string(),
  service: z.string(),
  labels: z.string(),
});

/** What the stream of an environment says of it: in its description, which servers before 2.10 have too. */
export const streamDescription = ({ kind, service, labels }: SharedEnvironment): string =>
  JSON.stringify({ packbench: 1, kind, service, labels });

export type EnvironmentDifference = 'kind' | 'service' | 'labels' | 'not-packbench';

/** In what a stream's environment differs from that of this bench; null where it is the same. */
export function streamDifference(
  description: string | undefined,
  environment: SharedEnvironment,
): EnvironmentDifference | null {
  const found = describedEnvironment(description ?? '');
  if (!found) return 'not-packbench';
  return (['kind', 'service', 'labels'] as const).find((key) => found[key] !== environment[key]) ?? null;
}

function describedEnvironment(text: string): z.infer<typeof descriptionSchema> | null {
  try {
    return descriptionSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
