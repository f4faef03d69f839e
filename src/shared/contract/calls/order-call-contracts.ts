import { z } from 'zod';
import { messageSchema } from '../../messages/message.ts';
import { commandSchema } from '../../orders/command.ts';
import {
  bookNameSchema,
  draftAddressSchema,
  orderBookSchema,
  orderDraftSchema,
  orderTemplateSchema,
  savedAddressSchema,
} from '../../orders/order-book.ts';
import { orderAlarmSchema, orderCorrectionSchema, orderProgressSchema } from '../../orders/order-progress.ts';
import { orderRequestSchema } from '../../orders/order-request.ts';
import type { Quote } from '../../orders/quote.ts';
import { spendingSchema } from '../../orders/spending.ts';
import { isJsonObject } from '../../values/json.ts';
import { type CallContract, id, nothing } from './call-contract.ts';

/** Read by its schema as it arrives from the service, and not again on its way to the window. */
const quoteAsRead = z.custom<Quote>(isJsonObject);

/** Calls of orders, their prices and the order book. */
export const orderCallContracts = {
  // One at a time: a newer request, or `order.stop-quote`, ends the one before.
  'order.quote': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [orderRequestSchema, z.object({ quote: quoteAsRead, missing: z.array(z.string()) })],
  },
  'order.stop-quote': { scope: 'environment', needs: 'work', schemas: () => [nothing, nothing] },
  // A possible duplicate of a recent order fails as `duplicate` unless the operator has confirmed it.
  'order.create': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [
      z.object({
        request: orderRequestSchema,
        /** Price with tax of the quote on the screen; null where none is shown. */
        quotedPrice: z.number().nullable().default(null),
        evenIfDuplicate: z.boolean().default(false),
        /** Its labels print when it is created; absent: as the settings say. */
        print: z.boolean().optional(),
        /** The rejected order that it corrects: it takes that one's place, and no other order can. */
        corrects: id.nullable().default(null),
      }),
      orderProgressSchema,
    ],
  },
  // A rejected order, to be corrected in the form.
  'order.correction': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ commandId: id }), orderCorrectionSchema],
  },
  // Prints the labels of a created order that were never sent to a printer, now or as soon as they are here. Never a copy.
  'order.print-labels': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id }), orderProgressSchema],
  },
  'order.progress': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ commandId: id }), orderProgressSchema],
  },
  // Sends an uncertain order once more with the same codes: where it exists already, the service rejects them.
  // Until this service rejected a used code once, it may book the order a second time: only after a confirmation.
  'order.send-again': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id, evenIfBookedTwice: z.boolean().default(false) }), commandSchema],
  },
  // Whether this service is known to reject used custom codes.
  'order.used-codes': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.object({ areRejected: z.boolean() })],
  },
  // Deletes the codes of an uncertain order and creates it with new ones; returns the new order.
  'order.replace': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ commandId: id }), orderProgressSchema],
  },
  'order.alarms': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(orderAlarmSchema)] },
  'order.dismiss-alarm': { scope: 'environment', needs: 'work', schemas: () => [z.object({ alarmId: id }), nothing] },
  // Why a custom code cannot be used here; null where it can.
  'order.check-code': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ code: z.string().max(100) }), messageSchema.nullable()],
  },
  // The order of a parcel, as a draft to create it again.
  'parcel.order-draft': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ parcelId: id }), orderDraftSchema],
  },
  'spending.read': { scope: 'station', needs: 'read', schemas: () => [nothing, spendingSchema] },

  'order-book.read': { scope: 'station', needs: 'read', schemas: () => [nothing, orderBookSchema] },
  // Replaces the address of the same name.
  'order-book.save-address': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ name: bookNameSchema, address: draftAddressSchema }), savedAddressSchema],
  },
  'order-book.remove-address': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ addressId: id }), nothing],
  },
  'order-book.save-template': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ name: bookNameSchema, draft: orderDraftSchema }), orderTemplateSchema],
  },
  'order-book.remove-template': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ templateId: id }), nothing],
  },
  // The most recently used entry comes first in its list.
  'order-book.record-use': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ what: z.enum(['address', 'template']), id }), nothing],
  },
} as const satisfies Record<string, CallContract>;
