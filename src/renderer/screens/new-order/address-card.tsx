import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AddressFieldName } from '../../../shared/order-book.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { addressLayouts, fieldType } from './address-labels.ts';
import { type AddressSide, type AddressTexts, addressPath, type FormFaults } from './order-form.ts';

interface AddressCardProps {
  readonly side: AddressSide;
  readonly texts: AddressTexts;
  readonly faults: FormFaults;
  readonly warnings: FormFaults;
  readonly onChange: (texts: Partial<AddressTexts>) => void;
  /** Above the fields: where the address may come from. */
  readonly children?: ReactNode;
}

/** One address of the order with all the fields it may have; what is seldom needed is folded away while it is blank and right. */
export function AddressCard({ side, texts, faults, warnings, onChange, children }: AddressCardProps) {
  const { title, labels, persons, folded, foldWords } = addressLayouts[side];
  const [isOpen, setIsOpen] = useState(false);
  /** Fields somebody has been in: one that is cleared does not vanish under the hand. */
  const [visited, setVisited] = useState<readonly AddressFieldName[]>([]);

  const isInSight = (name: AddressFieldName): boolean =>
    isOpen || texts[name] !== '' || addressPath(side, name) in faults || visited.includes(name);
  const visit = (name: AddressFieldName) =>
    setVisited((before) => (before.includes(name) ? before : [...before, name]));
  const fold = () => {
    setIsOpen(!isOpen);
    setVisited([]);
  };

  const fieldOf = (name: AddressFieldName) => (
    <TextField
      key={name}
      label={labels[name]}
      value={texts[name]}
      onChange={(text) => onChange({ [name]: text })}
      error={faults[addressPath(side, name)] ?? null}
      warning={warnings[addressPath(side, name)] ?? null}
      isRequired={name === 'text'}
      type={fieldType(name)}
      onFocus={() => visit(name)}
    />
  );
  return (
    <Card title={title}>
      <div className="order-fields">
        {children}
        {fieldOf('text')}
        {persons.length > 0 && <div className="order-fields-pair">{persons.map(fieldOf)}</div>}
        <div className="order-fields-more">
          <Button tone="quiet" size="small" icon={isOpen ? ChevronDown : ChevronRight} onPress={fold}>
            {isOpen ? 'Fewer fields' : foldWords}
          </Button>
        </div>
        {folded.some(isInSight) && <div className="order-fields-pair">{folded.filter(isInSight).map(fieldOf)}</div>}
      </div>
    </Card>
  );
}
