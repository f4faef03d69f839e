import './display.css';

interface CodeProps {
  readonly children: string;
  /** hero: the one code of the screen; fact: among facts; row: in a list. */
  readonly size?: 'hero' | 'fact' | 'row';
}

/** A code: mono, slashed zero, never cut; one too long for its line breaks. */
export function Code({ children, size = 'row' }: CodeProps) {
  return <span className={`code code-${size}`}>{children}</span>;
}
