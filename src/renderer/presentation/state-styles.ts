import {
  Ban,
  CalendarClock,
  CircleCheck,
  CirclePause,
  CircleSlash,
  CircleX,
  Clock,
  type LucideIcon,
  MessageCircleQuestion,
  Package,
  PackageCheck,
  PackageOpen,
  PackageX,
  Printer,
  RotateCcw,
  Send,
  Trash2,
  TriangleAlert,
  Truck,
  Undo2,
  Warehouse,
} from 'lucide-react';
import type { CommandState } from '../../shared/orders/command.ts';
import type { PrintJobState } from '../../shared/printing/print-job.ts';
import type { ShipmentState } from '../../shared/shipments/shipment-state.ts';
import type { Tone } from '../ui/tone.tsx';

/** The colour and the icon of a state: the same on every screen. */
export interface StateStyle {
  readonly tone: Tone;
  readonly icon: LucideIcon;
}

/** Uncertain is a warning wherever it stands. */
const uncertain: StateStyle = { tone: 'warning', icon: TriangleAlert };

/** Sent is neutral: only a confirmed print is a success. */
export const printJobStyles: Readonly<Record<PrintJobState, StateStyle>> = {
  queued: { tone: 'information', icon: Clock },
  sending: { tone: 'information', icon: Printer },
  sent: { tone: 'information', icon: Send },
  printed: { tone: 'success', icon: CircleCheck },
  held: { tone: 'warning', icon: CirclePause },
  uncertain,
  failed: { tone: 'error', icon: CircleX },
  cancelled: { tone: 'quiet', icon: CircleSlash },
};

/** What an order and a deletion have in common. */
const commandStyles = {
  waiting: { tone: 'warning', icon: Clock },
  'needs confirmation': { tone: 'warning', icon: MessageCircleQuestion },
  done: { tone: 'success', icon: CircleCheck },
  uncertain,
  rejected: { tone: 'error', icon: CircleX },
  blocked: { tone: 'warning', icon: Ban },
} as const satisfies Partial<Record<CommandState, StateStyle>>;

export const deletionStyles: Readonly<Record<CommandState, StateStyle>> = {
  ...commandStyles,
  counting: { tone: 'error', icon: Trash2 },
  sending: { tone: 'warning', icon: Send },
  undone: { tone: 'success', icon: Undo2 },
};

export const orderStyles: Readonly<Record<CommandState, StateStyle>> = {
  ...commandStyles,
  counting: { tone: 'information', icon: Clock },
  sending: { tone: 'information', icon: Send },
  undone: { tone: 'quiet', icon: CircleSlash },
};

export const shipmentStateStyles: Readonly<Record<ShipmentState, StateStyle>> = {
  scheduled: { tone: 'information', icon: Clock },
  to_pick_up: { tone: 'information', icon: Package },
  picked_up: { tone: 'information', icon: PackageOpen },
  processing: { tone: 'information', icon: Warehouse },
  in_transit: { tone: 'information', icon: Truck },
  failed: { tone: 'error', icon: PackageX },
  to_attempt: { tone: 'warning', icon: RotateCcw },
  delivered: { tone: 'success', icon: PackageCheck },
  return_scheduled: { tone: 'warning', icon: CalendarClock },
  returned: { tone: 'warning', icon: Undo2 },
  cancelled: { tone: 'error', icon: PackageX },
  deleted: { tone: 'quiet', icon: Trash2 },
};
