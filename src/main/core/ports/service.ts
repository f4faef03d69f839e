import type { Failure } from '../../../shared/contract/failure.ts';
import type { OrderAnswer } from '../../../shared/orders/order-answer.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Quote } from '../../../shared/orders/quote.ts';
import type { SandboxScenario } from '../../../shared/shipments/sandbox-scenario.ts';

/** The body of a scenario (interface document, Endpoints 4). Fields combine with OR, so exactly one is sent. */
export type ScenarioSelectors =
  | { drop_off_shipment_unique_ids: string[] }
  | { drop_off_shipment_ids: number[] }
  /** YYYY-MM-DD */
  | { date: string };

/**
 * The outcome of one request. The HTTP client classifies it; core decides what it means for a delete or a create.
 * `failure` always carries a message for the operator, and the service's own text if it sent any.
 */
export type ServiceAnswer<T> =
  /** A 2xx, read as far as it fits; `missing` names fields of the document that were absent or of another type. */
  | {
      readonly kind: 'answered';
      readonly httpStatus: number;
      readonly value: T;
      readonly missing: string[];
      readonly rawBody: string;
    }
  /** A 2xx whose envelope reports a `status` other than success. */
  | { readonly kind: 'not success'; readonly httpStatus: number; readonly failure: Failure; readonly rawBody: string }
  /** A 2xx that is cut off, no JSON object, or an object with neither `status` nor `object`. `rawBody` is what came, capped. */
  | { readonly kind: 'unreadable'; readonly httpStatus: number; readonly failure: Failure; readonly rawBody: string }
  /** Any other status, redirects included. `rawBody` is what came, capped. */
  | {
      readonly kind: 'rejected';
      readonly httpStatus: number;
      readonly failure: Failure;
      readonly retryAfterMs: number | null;
      readonly rawBody: string;
    }
  /** No answer. `requestLeft` is false only where no byte of the request can have left this computer. */
  | { readonly kind: 'unanswered'; readonly requestLeft: boolean; readonly failure: Failure };

export interface LabelFile {
  readonly bytes: Uint8Array;
  /** Determined by the bytes, not by the address or header. */
  readonly format: 'zpl' | 'pdf' | 'unknown';
}

/** The scheduled-delivery service of one environment. No call throws; every call ends within its time limits. */
export interface DeliveryService {
  preview(request: OrderRequest, signal?: AbortSignal): Promise<ServiceAnswer<Quote>>;
  create(request: OrderRequest): Promise<ServiceAnswer<OrderAnswer>>;
  /** `customCode` is 16 to 20 digits and letters; anything else is answered `unanswered`, `invalid-input`, before a request is made. */
  deleteByCustomCode(customCode: string): Promise<ServiceAnswer<null>>;
  /** The document does not show the response body; it is returned unchanged. */
  runScenario(scenario: SandboxScenario, selectors: ScenarioSelectors): Promise<ServiceAnswer<unknown>>;
  downloadLabel(url: string): Promise<ServiceAnswer<LabelFile>>;
  close(): Promise<void>;
}
