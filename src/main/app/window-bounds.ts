/** A rectangle of the desktop, in device-independent pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The window's last bounds, or those before it was maximised. */
export interface WindowBounds {
  bounds: Area;
  maximised: boolean;
}

const longestSide = 100_000;

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
  if (!isWindowBounds(stored)) return { bounds: centred(firstSize, main), maximised: false };
  const { bounds, maximised } = stored;
  const display = workAreas.find((area) => canBeGrasped(bounds, area));
  return { bounds: display ? fitted(bounds, display) : centred(bounds, main), maximised };
}

/** Read without a schema: zod would be loaded before the window opens. */
function isWindowBounds(stored: unknown): stored is WindowBounds {
  const { bounds, maximised } = Object(stored) as { bounds?: unknown; maximised?: unknown };
  const { x, y, width, height } = Object(bounds) as Record<keyof Area, unknown>;
  return (
    typeof maximised === 'boolean' && [x, y].every(isSide) && [width, height].every((side) => isSide(side) && side > 0)
  );
}

const isSide = (value: unknown): value is number => Number.isInteger(value) && Math.abs(Number(value)) <= longestSide;

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

/** The display for the verdict alone: the first one that the window's middle is not on; null where there is no other. */
export function secondDisplay(displays: readonly Area[], window: Area): Area | null {
  const [x, y] = [window.x + window.width / 2, window.y + window.height / 2];
  const holdsWindow = (area: Area): boolean =>
    x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
  const own = displays.find(holdsWindow) ?? displays[0];
  return displays.find((area) => area !== own) ?? null;
}
