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
import type { Command, CommandState } from '../../shared/orders/command.ts';
import type { OrderProgress } from '../../shared/orders/order-progress.ts';
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

export const deletionStyles: Readonly<Record<CommandState, StateStyle>> = {
  counting: { tone: 'error', icon: Trash2 },
  waiting: { tone: 'warning', icon: Clock },
  'needs confirmation': { tone: 'warning', icon: MessageCircleQuestion },
  sending: { tone: 'warning', icon: Send },
  done: { tone: 'success', icon: CircleCheck },
  uncertain,
  rejected: { tone: 'error', icon: CircleX },
  blocked: { tone: 'warning', icon: Ban },
  undone: { tone: 'success', icon: Undo2 },
};

export const orderStyles: Readonly<Record<CommandState, StateStyle>> = {
  counting: { tone: 'information', icon: Clock },
  waiting: { tone: 'warning', icon: Clock },
  'needs confirmation': { tone: 'warning', icon: MessageCircleQuestion },
  sending: { tone: 'information', icon: Send },
  done: { tone: 'success', icon: CircleCheck },
  uncertain,
  rejected: { tone: 'error', icon: CircleX },
  blocked: { tone: 'warning', icon: Ban },
  undone: { tone: 'quiet', icon: CircleSlash },
};

/** An order or a deletion. */
export const commandStyle = ({ kind, state }: Pick<Command, 'kind' | 'state'>): StateStyle =>
  (kind === 'create' ? orderStyles : deletionStyles)[state];

/** The states of the order on New order. */
export const orderProgressStyles: Readonly<Record<OrderProgress['state'], StateStyle>> = {
  creating: orderStyles.sending,
  created: orderStyles.done,
  waiting: orderStyles.waiting,
  uncertain,
  rejected: orderStyles.rejected,
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
