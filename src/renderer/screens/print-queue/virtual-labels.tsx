import './virtual-labels.css';
import { useMemo, useState } from 'react';
import type { CallOutput } from '../../../shared/station-contract.ts';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { Card } from '../../ui/card.tsx';
import { clockTime } from '../../words/ages.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { usePicture } from '../use-picture.ts';

type VirtualLabel = CallOutput<'virtual-printer.labels'>[number];

/** Pictures shown at once; older labels stay as files. */
const mostPictures = 12;

/** What came out of the virtual printer, newest first. */
export function VirtualLabels() {
  const [mirror] = useState(() =>
    createMirror({ topics: ['virtual labels'], read: () => call('virtual-printer.labels', null) }),
  );
  const { value, failure } = useMirror(mirror);
  const newest = useMemo(() => newestFirst(value ?? []), [value]);
  return (
    <Card title="Virtual printer" aside={value ? countWords(value.length) : ''} className="virtual-labels">
      <FailureStrip failure={failure} />
      {value?.length === 0 && <p className="waiting-none">Labels it prints are shown here.</p>}
      <ul aria-label="Printed pictures" className="virtual-labels-strip">
        {newest.map((label) => (
          <li key={label.file}>
            <LabelFigure label={label} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const countWords = (count: number): string => (count === 1 ? '1 label' : `${count} labels`);

const newestFirst = (labels: readonly VirtualLabel[]): VirtualLabel[] =>
  [...labels].sort((one, other) => other.at.localeCompare(one.at)).slice(0, mostPictures);

function LabelFigure({ label }: { readonly label: VirtualLabel }) {
  const address = usePicture(label.png);
  const at = clockTime(label.at);
  return (
    <figure className="virtual-label">
      {address ? (
        <img src={address} alt={`Label that came out at ${at}`} />
      ) : (
        <p className="virtual-label-none">{label.png ? '' : `No picture. Its bytes are in ${label.file}`}</p>
      )}
      <figcaption>{at}</figcaption>
    </figure>
  );
}
