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

/** Modules of white on each side of a Code 128 (ISO/IEC 15417, 4.3.3). */
const quietZone = 10;

interface BarCodeProps {
  /** Bars and spaces in turn, first a bar, in modules. */
  readonly widths: readonly number[];
  /** Its size. */
  readonly className: string;
}

/** A bar code, black on white in every theme. */
export function BarCode({ widths, className }: BarCodeProps) {
  const modules = widths.reduce((sum, width) => sum + width, 0);
  let end = 0;
  return (
    <svg
      className={className}
      viewBox={`${-quietZone} 0 ${modules + 2 * quietZone} 24`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden
    >
      <rect x={-quietZone} width={modules + 2 * quietZone} height="24" fill="white" />
      {widths.map((width, index) => {
        end += width;
        return index % 2 === 0 ? <rect key={end} x={end - width} y="2" width={width} height="20" fill="black" /> : null;
      })}
    </svg>
  );
}
