/** The roles of people at a station, each allowed all that the one before it is. */
export const roles = ['packer', 'lead', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * What is done at a station. `read`: seeing what the screens show, undoing a deletion, signing in and out; no one needs to be signed in. `work`: parcels,
 * labels, orders and printers. `export`: files with all records. `exceed caps`: more deletions and copies an hour than the settings
 * allow, also for someone else. `set up`: settings, tokens and people.
 */
export type StationAction = 'read' | 'work' | 'export' | 'exceed caps' | 'set up';

/** What each role may do. The station and the screens ask this table. */
const allowedActions: Readonly<Record<Role, readonly StationAction[]>> = {
  packer: ['read', 'work'],
  lead: ['read', 'work', 'export', 'exceed caps'],
  admin: ['read', 'work', 'export', 'exceed caps', 'set up'],
};

/** @param role null where no one is signed in */
export const roleMay = (role: Role | null, action: StationAction): boolean =>
  role === null ? action === 'read' : allowedActions[role].includes(action);

/** The lowest role that may do it. */
export const roleFor = (action: StationAction): Role => roles.find((role) => roleMay(role, action)) ?? 'admin';
