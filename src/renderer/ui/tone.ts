import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';

/** What a colour means in this window. A tone always comes with a shape and a word. */
export type Tone = 'information' | 'success' | 'warning' | 'error' | 'quiet';

/** The shape that stands beside each tone. */
export const toneIcons: Record<Tone, LucideIcon> = {
  information: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleX,
  quiet: Info,
};
