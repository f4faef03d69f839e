import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type AddressField, addressFields, type FormFaults } from './order-form.ts';

interface AddressCardProps {
  readonly title: string;
  readonly texts: Readonly<Record<AddressField, string>>;
  readonly faults: FormFaults;
  readonly onChange: (field: AddressField, text: string) => void;
  /** The address itself; it is needed. */
  readonly address: AddressField;
  /** Always in sight, side by side. */
  readonly persons?: readonly AddressField[];
  /** Folded away, and what the fold is called. */
  readonly more: readonly AddressField[];
  readonly moreWords: string;
}

const fieldTypes: Partial<Record<AddressField, 'tel' | 'email'>> = {
  receiverPhone: 'tel',
  receiverEmail: 'email',
  senderPersonPhone: 'tel',
  senderPersonEmail: 'email',
};

/** One address of the order, with what is seldom needed folded away. */
export function AddressCard({
  title,
  texts,
  faults,
  onChange,
  address,
  persons = [],
  more,
  moreWords,
}: AddressCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  // What is wrong, or filled in, is never hidden.
  const isShown = isOpen || more.some((field) => texts[field] !== '' || addressFields[field].path in faults);
  const fieldOf = (field: AddressField) => (
    <TextField
      key={field}
      label={addressFields[field].label}
      value={texts[field]}
      onChange={(text) => onChange(field, text)}
      error={faults[addressFields[field].path] ?? null}
      isRequired={field === address}
      type={fieldTypes[field] ?? 'text'}
    />
  );
  return (
    <Card title={title}>
      <div className="order-fields">
        {fieldOf(address)}
        {persons.length > 0 && <div className="order-fields-pair">{persons.map(fieldOf)}</div>}
        {isShown ? (
          <div className="order-fields-pair">{more.map(fieldOf)}</div>
        ) : (
          <div className="order-fields-more">
            <Button tone="quiet" size="small" icon={ChevronRight} onPress={() => setIsOpen(true)}>
              {moreWords}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
