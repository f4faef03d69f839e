import {
  CalendarClock,
  Clock,
  type LucideIcon,
  Package,
  PackageCheck,
  PackageOpen,
  PackageX,
  RotateCcw,
  Trash2,
  Truck,
  Undo2,
  Warehouse,
} from 'lucide-react';
import type { ShipmentState } from '../../shared/shipments/shipment-state.ts';
import type { Tone } from '../ui/tone.tsx';

/** The colour and the icon of each status. */
export const shipmentStateStyles: Record<ShipmentState, { readonly tone: Tone; readonly icon: LucideIcon }> = {
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
