import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AddressFieldName } from '../../../shared/orders/order-book.ts';
import { messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { type AddressSide, type AddressTexts, addressPath, type FieldMessages } from './order-form.ts';

/** The order of one address's fields. */
interface AddressLayout {
  /** Always visible, side by side under the address itself. */
  readonly main: readonly AddressFieldName[];
  /** Seldom needed: hidden while blank and valid. */
  readonly optional: readonly AddressFieldName[];
}

const senderFields: readonly AddressFieldName[] = [
  'sender_name',
  'sender_address_text',
  'sender_person_name',
  'sender_person_phone',
  'sender_person_email',
];

/** The document names the same ten fields for both addresses; their meaning differs by side, and so do their labels. */
const addressLayouts: Readonly<Record<AddressSide, AddressLayout>> = {
  pickUpAddress: {
    main: [],
    optional: [...senderFields, 'person_name', 'person_phone', 'person_email', 'description'],
  },
  dropOffAddress: {
    main: ['person_name', 'person_phone'],
    optional: ['person_email', 'description', ...senderFields],
  },
};

/** The type of a field, which chooses the layout of a touch keyboard. */
function fieldType(name: AddressFieldName): 'text' | 'tel' | 'email' {
  if (name.endsWith('_phone')) return 'tel';
  return name.endsWith('_email') ? 'email' : 'text';
}

interface AddressCardProps {
  readonly side: AddressSide;
  readonly texts: AddressTexts;
  readonly errors: FieldMessages;
  readonly warnings: FieldMessages;
  readonly onChange: (texts: Partial<AddressTexts>) => void;
  /** Above the fields: addresses to choose from. */
  readonly children?: ReactNode;
}

/** One address of the order with all its fields; seldom needed ones are hidden while blank and valid. */
export function AddressCard({ side, texts, errors, warnings, onChange, children }: AddressCardProps) {
  const { main, optional } = addressLayouts[side];
  const [isOpen, setIsOpen] = useState(false);
  /** Fields that had the focus: one that is cleared does not disappear. */
  const [visited, setVisited] = useState<readonly AddressFieldName[]>([]);

  const isVisible = (name: AddressFieldName): boolean =>
    isOpen || texts[name] !== '' || addressPath(side, name) in errors || visited.includes(name);
  const visit = (name: AddressFieldName) =>
    setVisited((before) => (before.includes(name) ? before : [...before, name]));
  const toggle = () => {
    setIsOpen(!isOpen);
    setVisited([]);
  };

  const textAt = (messages: FieldMessages, name: AddressFieldName): string | null => {
    const message = messages[addressPath(side, name)];
    return message ? messageText(message) : null;
  };
  const fieldOf = (name: AddressFieldName) => (
    <TextField
      key={name}
      label={text(`order-address.${side}.${name}`)}
      value={texts[name]}
      onChange={(value) => onChange({ [name]: value })}
      error={textAt(errors, name)}
      warning={textAt(warnings, name)}
      isRequired={name === 'text'}
      type={fieldType(name)}
      onFocus={() => visit(name)}
    />
  );
  return (
    <Card title={text(`order-address.${side}.title`)}>
      <div className="order-fields">
        {children}
        {fieldOf('text')}
        {main.length > 0 && <div className="order-fields-pair">{main.map(fieldOf)}</div>}
        <div className="order-fields-more">
          <Button tone="quiet" size="small" icon={isOpen ? ChevronDown : ChevronRight} onPress={toggle}>
            {isOpen ? text('new-order.fewer-fields') : text(`order-address.${side}.more`)}
          </Button>
        </div>
        {optional.some(isVisible) && <div className="order-fields-pair">{optional.filter(isVisible).map(fieldOf)}</div>}
      </div>
    </Card>
  );
}
