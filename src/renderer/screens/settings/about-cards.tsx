import './about-cards.css';
import { CircleHelp, FolderOpen, HeartPulse } from 'lucide-react';
import { useState } from 'react';
import type { AboutView, Licence } from '../../../shared/contract/about-view.ts';
import { showHelp } from '../../data/help.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { CopyButton } from './settings-controls.tsx';

/** Neither changes while the station runs. */
const aboutQuery = createQuery({ topics: [], read: () => call('about.read', null) });
const licencesQuery = createQuery({ topics: [], read: () => call('about.licences', null) });

export function HelpCard() {
  return (
    <Card title={text('about.help.title')} className="settings-card">
      <p>{text('about.help')}</p>
      <div className="settings-buttons">
        <Button size="small" icon={CircleHelp} hint={text('help.key')} onPress={() => showHelp()}>
          {text('about.help.open')}
        </Button>
      </div>
    </Card>
  );
}

export function HealthCard() {
  return (
    <Card title={text('about.health.title')} className="settings-card">
      <p>{text('about.health')}</p>
      <div className="settings-buttons">
        <Button size="small" icon={HeartPulse} onPress={() => showHelp('health')}>
          {text('about.health.open')}
        </Button>
      </div>
    </Card>
  );
}

export function VersionsCard() {
  const { value, failure } = useQuery(aboutQuery);
  return value ? <Versions versions={value.versions} /> : <FailureStrip failure={failure} />;
}

function Versions({ versions }: Pick<AboutView, 'versions'>) {
  const entries = [
    [text('about.version.packbench'), versions.packbench],
    [text('about.version.electron'), versions.electron],
    [text('about.version.chromium'), versions.chromium],
    [text('about.version.node'), versions.node],
  ] as const;
  const known = entries.flatMap(([name, version]) => (version === null ? [] : [{ name, version }]));
  return (
    <Card title={text('about.versions')} className="settings-card">
      <dl className="about-versions">
        {known.map(({ name, version }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{version}</dd>
          </div>
        ))}
      </dl>
      <div className="settings-buttons">
        <CopyButton
          text={known.map(({ name, version }) => text('about.version.line', { name, version })).join('\n')}
          name={text('about.copy.versions')}
        />
      </div>
    </Card>
  );
}

export function DataFolderCard() {
  const { value } = useQuery(aboutQuery);
  const action = useAction();
  return (
    <Card title={text('about.data-folder')} className="settings-card">
      <p className="about-path">{value?.dataFolder}</p>
      <p className="settings-hint">{text('about.data-folder.hint')}</p>
      <div className="settings-buttons">
        <Button
          size="small"
          icon={FolderOpen}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('data-folder.open', null))}
        >
          {text('about.data-folder.open')}
        </Button>
      </div>
      <FailureStrip failure={action.failure} />
    </Card>
  );
}

export function LicencesCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card title={text('about.licences')} className="settings-card">
      <p>{text('about.licences.own')}</p>
      <div className="settings-buttons">
        <Button size="small" isExpanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {text('about.licences.show')}
        </Button>
      </div>
      {isOpen && <LicenceList />}
    </Card>
  );
}

function LicenceList() {
  const { value, failure } = useQuery(licencesQuery);
  if (!value) return <FailureStrip failure={failure} />;
  if (value.length === 0) return <p className="settings-hint">{text('about.licences.none')}</p>;
  return (
    <ul aria-label={text('about.licences')} className="about-licences">
      {value.map((licence) => (
        <li key={`${licence.name} ${licence.version}`}>
          <LicenceLine licence={licence} />
        </li>
      ))}
    </ul>
  );
}

function LicenceLine({ licence: { name, version, licence, text: full } }: { readonly licence: Licence }) {
  const line = text('about.licence', { name, version, licence });
  if (full === null) return <p>{line}</p>;
  return (
    <details>
      <summary>{line}</summary>
      <pre className="about-licence-text">{full}</pre>
    </details>
  );
}
