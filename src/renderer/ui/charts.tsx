import './display.css';
import type { ReactNode } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  type DotItemDotProps,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { directionOf } from '../../shared/values/language.ts';
import { language } from '../text/page-language.ts';

/** How a series looks besides its colour, so that colour alone distinguishes none. */
export type SeriesMark = 'solid' | 'hatched' | 'dotted';

export interface ChartSeries {
  readonly name: string;
  readonly mark: SeriesMark;
  /** In the order of the chart's rows; null: not known. */
  readonly values: readonly (number | null)[];
  /** A column of the table alone. */
  readonly isNotDrawn?: boolean;
}

export interface ChartProps {
  readonly title: string;
  /** What the rows are: "Hour". */
  readonly rowName: string;
  readonly rows: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
}

interface Point {
  readonly row: string;
  readonly values: readonly (number | null)[];
}

const isRightToLeft = directionOf(language) === 'rtl';
const fills = { solid: 'var(--print)', hatched: 'url(#figure-hatched)', dotted: 'url(#figure-dotted)' } as const;
const strokes = { solid: 'var(--look-up)', hatched: 'var(--warning)', dotted: 'var(--practice)' } as const;
const dashes = { solid: '0', hatched: '12 6', dotted: '3 6' } as const;

const pointsOf = ({ rows, series }: ChartProps): Point[] =>
  rows.map((row, index) => ({ row, values: series.map(({ values }) => values[index] ?? null) }));

/** Bars for each row: beside each other, or one below the other where the rows have long names. */
export function BarFigure(props: ChartProps & { readonly isHorizontal?: boolean }) {
  const { format, isHorizontal = false } = props;
  const rowAxis = { dataKey: 'row', type: 'category' } as const;
  const valueAxis = { type: 'number', allowDecimals: false, tickFormatter: format } as const;
  return (
    <ChartFigure {...props} swatch={(mark) => <rect width="20" height="20" rx="3" fill={fills[mark]} />}>
      <BarChart
        data={pointsOf(props)}
        layout={isHorizontal ? 'vertical' : 'horizontal'}
        accessibilityLayer={false}
        margin={margin}
      >
        <CartesianGrid vertical={isHorizontal} horizontal={!isHorizontal} />
        <XAxis {...(isHorizontal ? valueAxis : rowAxis)} reversed={isRightToLeft} />
        <YAxis {...(isHorizontal ? rowAxis : valueAxis)} {...sideAxis} />
        {drawnSeries(props).map(({ mark, own }) => (
          <Bar key={own.name} {...own} fill={fills[mark]} maxBarSize={40} />
        ))}
        <Tooltip {...tooltipOf(format)} />
      </BarChart>
    </ChartFigure>
  );
}

/** Times on a logarithmic scale: milliseconds and minutes stand beside each other. Rows without an order are not connected. */
export function TimeFigure(props: ChartProps & { readonly isConnected: boolean }) {
  const { series, format, isConnected } = props;
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const [lowest, highest] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))];
  const powers = Array.from({ length: Math.max(1, highest - lowest) + 1 }, (_, index) => 10 ** (lowest + index));
  return (
    <ChartFigure {...props} swatch={(mark) => <Marker mark={mark} x={10} y={10} />}>
      <LineChart data={pointsOf(props)} accessibilityLayer={false} margin={margin}>
        <CartesianGrid vertical={false} />
        <XAxis dataKey="row" type="category" padding={{ left: 24, right: 24 }} reversed={isRightToLeft} />
        <YAxis
          {...sideAxis}
          type="number"
          scale="log"
          domain={[powers[0] ?? 1, powers.at(-1) ?? 10]}
          ticks={powers}
          tickFormatter={format}
        />
        {drawnSeries(props).map(({ mark, own }) => (
          <Line
            key={own.name}
            {...own}
            stroke={strokes[mark]}
            strokeWidth={isConnected ? 3 : 0}
            strokeDasharray={dashes[mark]}
            dot={({ cx, cy, key }: DotItemDotProps) =>
              typeof cx === 'number' && typeof cy === 'number' ? <Marker key={key} mark={mark} x={cx} y={cy} /> : null
            }
            activeDot={false}
          />
        ))}
        <Tooltip {...tooltipOf(format)} />
      </LineChart>
    </ChartFigure>
  );
}

const margin = { top: 12, right: 12, bottom: 0, left: 12 } as const;
const sideAxis = { width: 'auto', orientation: isRightToLeft ? 'right' : 'left' } as const;

/** Nothing moves, whatever the system says about motion. */
const drawnSeries = ({ series }: ChartProps) =>
  series.flatMap(({ name, mark, isNotDrawn }, index) => {
    const dataKey = ({ values }: Point) => values[index];
    return isNotDrawn ? [] : [{ mark, own: { name, dataKey, isAnimationActive: false } }];
  });

const tooltipOf = (format: ChartProps['format']) => ({
  isAnimationActive: false,
  cursor: { fill: 'var(--paper)', stroke: 'var(--line)' },
  content: (shown: TooltipContentProps) => <Values {...shown} format={format} />,
});

/** A circle, a square or a triangle. */
function Marker({ mark, x, y }: { readonly mark: SeriesMark; readonly x: number; readonly y: number }) {
  const fill = strokes[mark];
  if (mark === 'solid') return <circle cx={x} cy={y} r={6} fill={fill} />;
  if (mark === 'hatched') return <rect x={x - 6} y={y - 6} width={12} height={12} fill={fill} />;
  return <path d={`M${x} ${y - 7}l7 13h-14z`} fill={fill} />;
}

interface ChartFigureProps extends ChartProps {
  readonly children: ReactNode;
  /** The mark of a series, 20 by 20. */
  readonly swatch: (mark: SeriesMark) => ReactNode;
}

/** The picture is not read out; the table beside it has the same values. */
function ChartFigure({ title, rowName, rows, series, format, swatch, children }: ChartFigureProps) {
  const drawn = series.filter(({ isNotDrawn }) => !isNotDrawn);
  return (
    <figure className="card figure-card">
      <figcaption>{title}</figcaption>
      <div aria-hidden>
        {drawn.length > 1 && (
          <ul className="figure-legend">
            {drawn.map(({ name, mark }) => (
              <li key={name}>
                <svg viewBox="0 0 20 20" aria-hidden>
                  {swatch(mark)}
                </svg>
                {name}
              </li>
            ))}
          </ul>
        )}
        <div className="figure-chart">
          <ResponsiveContainer width="100%" height="100%">
            {children}
          </ResponsiveContainer>
        </div>
      </div>
      <div className="only-spoken">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{rowName}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {series.map(({ name, values, isNotDrawn }) => (
                  <td key={name}>{valueText(values[index] ?? null, isNotDrawn ? String : format)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const valueText = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);

/** What the pointer is on. */
function Values({ active, payload, label, format }: TooltipContentProps & Pick<ChartProps, 'format'>) {
  if (!active || payload.length === 0) return null;
  return (
    <div className="figure-values">
      <strong>{label}</strong>
      {payload.map(({ name, value }) => (
        <span key={String(name)}>
          {name}: {valueText(typeof value === 'number' ? value : null, format)}
        </span>
      ))}
    </div>
  );
}

/** The patterns of bars, once on the page. */
export function ChartPatterns() {
  return (
    <svg className="figure-patterns" aria-hidden>
      <defs>
        <pattern id="figure-hatched" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="8" height="8" fill="var(--warning-soft)" />
          <rect width="4" height="8" fill="var(--warning)" />
        </pattern>
        <pattern id="figure-dotted" width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" fill="var(--delete-soft)" />
          <circle cx="4" cy="4" r="2.5" fill="var(--delete)" />
        </pattern>
      </defs>
    </svg>
  );
}
