import { Search, X } from 'lucide-react';
import { Button, Input, Label, SearchField } from 'react-aria-components';

interface FindFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** How many there are. */
  readonly count: string;
}

/** Searches as it is typed into. */
export function FindField({ value, onChange, count }: FindFieldProps) {
  return (
    <div className="find">
      <SearchField className="find-field" value={value} onChange={onChange} maxLength={200}>
        <Label className="only-spoken">Find</Label>
        <Search aria-hidden />
        <Input
          className="find-input"
          placeholder="Find a code, a name or an address"
          spellCheck="false"
          autoComplete="off"
        />
        <Button className="find-clear" aria-label="Clear">
          <X aria-hidden />
        </Button>
      </SearchField>
      <p className="find-count" role="status" aria-label="Found">
        {count}
      </p>
    </div>
  );
}
