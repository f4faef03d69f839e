import './fields.css';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { SearchField as AriaSearchField, Input, Label } from 'react-aria-components';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Has the focus when it is first shown. */
  readonly takesFocus?: boolean;
}

/** A field that narrows what is shown while one types; Escape clears it. */
export function SearchField({ label, value, onChange, takesFocus = false }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const wasFocused = useRef(false);
  useEffect(() => {
    if (takesFocus && !wasFocused.current) input.current?.focus();
    wasFocused.current = true;
  }, [takesFocus]);
  return (
    <AriaSearchField className="field" value={value} onChange={onChange} autoComplete="off" spellCheck="false">
      <Label className="only-spoken">{label}</Label>
      <div className="field-search">
        <Search aria-hidden />
        <Input ref={input} className="field-input" placeholder={label} />
      </div>
    </AriaSearchField>
  );
}
