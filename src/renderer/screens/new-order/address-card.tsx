import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AddressFieldName } from '../../../shared/orders/order-book.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { type AddressSide, type AddressTexts, addressPath, type FieldMessages } from './order-form.ts';

/** How one address of the order stands on the screen. */
export interface AddressLayout {
  readonly title: string;
  readonly labels: Readonly<Record<AddressFieldName, string>>;
  /** Always in sight, side by side under the address itself. */
  readonly persons: readonly AddressFieldName[];
  /** Seldom needed: folded away while blank and right. */
  readonly optional: readonly AddressFieldName[];
  /** What the fold is called. */
  readonly moreLabel: string;
}

const senderFields: readonly AddressFieldName[] = [
  'sender_name',
  'sender_address_text',
  'sender_person_name',
  'sender_person_phone',
  'sender_person_email',
];

/** The document names the same ten fields for both addresses; what a person means by them differs by the side. */
const addressLayouts: Readonly<Record<AddressSide, AddressLayout>> = {
  pickUpAddress: {
    title: 'Pick-up',
    labels: {
      text: 'Pick-up address',
      description: 'Pick-up note',
      person_name: 'Pick-up person',
      person_phone: 'Pick-up phone',
      person_email: 'Pick-up e-mail',
      sender_name: 'Sender business',
      sender_address_text: 'Sender address',
      sender_person_name: 'Sender contact name',
      sender_person_phone: 'Sender contact phone',
      sender_person_email: 'Sender contact e-mail',
    },
    persons: [],
    optional: [...senderFields, 'person_name', 'person_phone', 'person_email', 'description'],
    moreLabel: 'More: sender, person, note',
  },
  dropOffAddress: {
    title: 'Drop-off',
    labels: {
      text: 'Drop-off address',
      description: 'Note for the courier',
      person_name: 'Receiver name',
      person_phone: 'Receiver phone',
      person_email: 'Receiver e-mail',
      sender_name: 'Drop-off sender business',
      sender_address_text: 'Drop-off sender address',
      sender_person_name: 'Drop-off sender contact name',
      sender_person_phone: 'Drop-off sender contact phone',
      sender_person_email: 'Drop-off sender contact e-mail',
    },
    persons: ['person_name', 'person_phone'],
    optional: ['person_email', 'description', ...senderFields],
    moreLabel: 'More: e-mail, note, sender',
  },
};

/** What kind of text a field takes: it picks the keys of a touch keyboard, and tells the scanner a number from a word. */
function fieldType(name: AddressFieldName): 'text' | 'tel' | 'email' {
  if (name.endsWith('_phone')) return 'tel';
  return name.endsWith('_email') ? 'email' : 'text';
}

interface AddressCardProps {
  readonly side: AddressSide;
  readonly texts: AddressTexts;
  readonly faults: FieldMessages;
  readonly warnings: FieldMessages;
  readonly onChange: (texts: Partial<AddressTexts>) => void;
  /** Above the fields: where the address may come from. */
  readonly children?: ReactNode;
}

/** One address of the order with all the fields it may have; what is seldom needed is folded away while it is blank and right. */
export function AddressCard({ side, texts, faults, warnings, onChange, children }: AddressCardProps) {
  const { title, labels, persons, optional, moreLabel } = addressLayouts[side];
  const [isOpen, setIsOpen] = useState(false);
  /** Fields somebody has been in: one that is cleared does not vanish under the hand. */
  const [visited, setVisited] = useState<readonly AddressFieldName[]>([]);

  const isVisible = (name: AddressFieldName): boolean =>
    isOpen || texts[name] !== '' || addressPath(side, name) in faults || visited.includes(name);
  const visit = (name: AddressFieldName) =>
    setVisited((before) => (before.includes(name) ? before : [...before, name]));
  const toggle = () => {
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
          <Button tone="quiet" size="small" icon={isOpen ? ChevronDown : ChevronRight} onPress={toggle}>
            {isOpen ? 'Fewer fields' : moreLabel}
          </Button>
        </div>
        {optional.some(isVisible) && <div className="order-fields-pair">{optional.filter(isVisible).map(fieldOf)}</div>}
      </div>
    </Card>
  );
}
