import { money } from '../../../shared/money.ts';
import type { ParcelDetail } from '../../../shared/parcel-detail.ts';
import { Card } from '../../ui/card.tsx';

interface ParcelPricesProps {
  readonly detail: ParcelDetail;
  readonly currency: string | null;
}

/** What the parcel's shipment costs, as the order's answer said; nothing where it said nothing. */
export function ParcelPrices({ detail, currency }: ParcelPricesProps) {
  const { prices, orderPriceWithTax } = detail;
  if (!prices) return null;
  const lines = [
    { name: 'Price', charged: prices.total_price, without: prices.actual_total_price },
    { name: 'Tax', charged: prices.total_tax, without: prices.actual_total_tax },
    { name: 'With tax', charged: prices.price_with_tax, without: prices.actual_price_with_tax },
  ];
  const isOrderMore = orderPriceWithTax !== null && orderPriceWithTax !== prices.price_with_tax;
  return (
    <Card title="Prices of the shipment" {...(currency && { aside: currency })}>
      <table className="parcel-prices">
        <thead>
          <tr>
            <th scope="col" aria-label="What" />
            <th scope="col">Charged</th>
            <th scope="col">Without minimum</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, charged, without }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{money(charged, null)}</td>
              <td>{money(without, null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isOrderMore && (
        <p className="parcel-reason">{`The whole order: ${money(orderPriceWithTax, currency)} with tax`}</p>
      )}
    </Card>
  );
}
