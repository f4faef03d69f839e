import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied; spoken, not shown: it stands beside. */
  readonly name: string;
}

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, name }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null);
  return (
    <>
      <Button size="small" isDisabled={text === ''} onPress={() => setCopied(copyText(text) ? text : null)}>
        Copy <span className="only-spoken">{name}</span>
      </Button>
      <span role="status" className="settings-hint">
        {copied === text && text !== '' ? 'Copied' : ''}
      </span>
    </>
  );
}

/** The older way, from a selection: the page has no permission of any kind, and the newer way asks for one. */
function copyText(text: string): boolean {
  const before = document.activeElement;
  const carrier = document.createElement('textarea');
  carrier.value = text;
  carrier.className = 'only-spoken';
  carrier.setAttribute('aria-hidden', 'true');
  document.body.append(carrier);
  carrier.select();
  const isCopied = document.execCommand('copy');
  carrier.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
