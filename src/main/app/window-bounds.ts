import { z } from 'zod';

/** A rectangle of the desktop, in device-independent pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const side = z.int().min(-100_000).max(100_000);

/** The window's last bounds, or those before it was maximised. */
const windowBoundsSchema = z.object({
  bounds: z.object({ x: side, y: side, width: side.min(1), height: side.min(1) }),
  maximised: z.boolean(),
});
export type WindowBounds = z.infer<typeof windowBoundsSchema>;

export const smallestWindow = { width: 800, height: 600 };
const firstSize = { width: 1440, height: 900 };

/** The part of the title bar that must be visible, so that the window can be dragged. */
const gripWidth = 120;
const gripHeight = 40;

/**
 * The bounds of the new window: the stored ones if they are visible on a display; otherwise the centre of the main display.
 * @param stored the stored value, unparsed
 * @param workAreas of each display, the main one first
 */
export function restoreBounds(stored: unknown, workAreas: readonly Area[]): WindowBounds {
  const main = workAreas[0] ?? { x: 0, y: 0, ...firstSize };
  const parsed = windowBoundsSchema.safeParse(stored);
  if (!parsed.success) return { bounds: centred(firstSize, main), maximised: false };
  const { bounds, maximised } = parsed.data;
  const display = workAreas.find((area) => canBeGrasped(bounds, area));
  return { bounds: display ? fitted(bounds, display) : centred(bounds, main), maximised };
}

/** True where enough of the title bar, at the top edge, is visible. */
function canBeGrasped(bounds: Area, area: Area): boolean {
  const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return width >= gripWidth && bounds.y >= area.y && bounds.y + gripHeight <= area.y + area.height;
}

const sized = (size: { width: number; height: number }, area: Area) => ({
  width: Math.max(smallestWindow.width, Math.min(size.width, area.width)),
  height: Math.max(smallestWindow.height, Math.min(size.height, area.height)),
});

const fitted = (bounds: Area, area: Area): Area => ({ x: bounds.x, y: bounds.y, ...sized(bounds, area) });

function centred(size: { width: number; height: number }, area: Area): Area {
  const { width, height } = sized(size, area);
  const x = area.x + Math.max(0, Math.round((area.width - width) / 2));
  const y = area.y + Math.max(0, Math.round((area.height - height) / 2));
  return { x, y, width, height };
}
