import { useState } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import {
  defaultPracticeBehaviour,
  type PracticeBehaviour,
  type PracticePoint,
  practiceBehaviours,
} from '../../../shared/settings/practice-behaviour.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { Select } from '../../ui/select.tsx';
import { useSavedGroup } from './use-saved-group.ts';

interface PracticeCardProps {
  readonly view: StationView;
}

const points = Object.keys(practiceBehaviours) as PracticePoint[];

/** How the practice service behaves where the interface document is silent; only in practice. */
export function PracticeCard({ view }: PracticeCardProps) {
  const { shown, save, isSaving, failure } = useSavedGroup('practice', view.settings);
  const [isOpen, setIsOpen] = useState(false);
  if (view.environment.kind !== 'practice') return null;
  const changed = points.filter((point) => shown[point] !== defaultPracticeBehaviour[point]).length;
  return (
    <Card title={text('settings.practice.title')} className="settings-card">
      <p className="settings-hint">{text('settings.practice.hint')}</p>
      <p role="status">{text('settings.practice.changed', { count: changed })}</p>
      {isOpen && points.map((point) => <PointSelect key={point} point={point} shown={shown} onChange={save} />)}
      <div className="settings-buttons">
        <Button size="small" tone="quiet" onPress={() => setIsOpen(!isOpen)}>
          {isOpen ? text('settings.practice.hide') : text('settings.practice.show')}
        </Button>
        {changed > 0 && (
          <Button size="small" isDisabled={isSaving} onPress={() => void save(defaultPracticeBehaviour)}>
            {text('settings.practice.reset')}
          </Button>
        )}
      </div>
      <FailureStrip failure={failure} />
    </Card>
  );
}

interface PointSelectProps<P extends PracticePoint> {
  readonly point: P;
  readonly shown: PracticeBehaviour;
  readonly onChange: (change: Partial<PracticeBehaviour>) => Promise<boolean>;
}

function PointSelect<P extends PracticePoint>({ point, shown, onChange }: PointSelectProps<P>) {
  const values: readonly string[] = practiceBehaviours[point];
  return (
    <Select
      label={text(`settings.practice-point.${point}`)}
      value={shown[point]}
      choices={values.map((value) => ({
        value,
        label: text(`settings.practice-choice.${point}.${value}` as ChoiceText),
      }))}
      onChange={(value) => void onChange({ [point]: value })}
    />
  );
}

/** The text of each choice. */
type ChoiceText = { [P in PracticePoint]: `settings.practice-choice.${P}.${PracticeBehaviour[P]}` }[PracticePoint];
