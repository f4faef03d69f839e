import { Search, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';

interface FindFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Arrow down: on to what was found. */
  readonly onLeave: () => void;
  readonly ref: RefObject<HTMLInputElement | null>;
}

/** Searches as it is typed into. */
export function FindField({ value, onChange, onLeave, ref }: FindFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onLeave();
  };
  return (
    <SearchField className="find-field" value={value} onChange={onChange} maxLength={200}>
      <Label className="only-spoken">Find</Label>
      <Search aria-hidden />
      <Input
        ref={ref}
        className="find-input"
        placeholder="Code, name or address"
        spellCheck="false"
        autoComplete="off"
        onKeyDown={onKeyDown}
      />
      <Button className="find-clear" aria-label="Clear">
        <X aria-hidden />
      </Button>
    </SearchField>
  );
}
