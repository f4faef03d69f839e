import { Play, Volume2 } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { language } from '../../text/page-language.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { RangeField } from '../../ui/fields.tsx';
import { RadioButtonGroup } from '../../ui/radio-button-group.tsx';
import { Select } from '../../ui/select.tsx';
import { createSoundPlayer, createSpeaker, type Sound, soundNames } from '../../ui/sounds.ts';
import { HelpButton } from '../help/help-button.tsx';
import { SettingCard, useSettingGroup } from './setting-group.tsx';
import { SettingsSwitch } from './settings-controls.tsx';

interface ViewProps {
  readonly view: StationView;
}

/** Theme and viewing distance. */
export function AppearanceCard({ view }: ViewProps) {
  const setting = useSettingGroup('appearance', view.settings);
  const { theme, viewingDistance, gloves, hand } = setting.shown;
  return (
    <SettingCard title={text('settings.appearance.title')} setting={setting} className="settings-appearance">
      <RadioButtonGroup
        label={text('settings.appearance.theme')}
        showsLabel
        value={theme}
        onChange={(chosen) => void setting.save({ theme: chosen })}
        radios={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: text(`settings.appearance.theme.${value}`),
        }))}
      />
      <Select
        label={text('settings.appearance.distance')}
        value={String(viewingDistance)}
        choices={distanceChoices(viewingDistance)}
        onChange={(distance) => void setting.save({ viewingDistance: Number(distance) })}
      />
      <p className="settings-hint">{text('settings.appearance.distance.hint')}</p>
      <RadioButtonGroup
        label={text('settings.appearance.hand')}
        showsLabel
        value={hand}
        onChange={(chosen) => void setting.save({ hand: chosen })}
        radios={(['both', 'left', 'right'] as const).map((value) => ({
          value,
          label: text(`settings.appearance.hand.${value}`),
        }))}
      />
      <SettingsSwitch
        label={text('settings.appearance.gloves')}
        isOn={gloves}
        onChange={(isOn) => void setting.save({ gloves: isOn })}
        description={text('settings.appearance.gloves.hint')}
      />
    </SettingCard>
  );
}

/** Distances offered, in metres; 0.7 is an arm's length. */
const offeredDistances = [0.5, 0.7, 1, 1.25, 1.5, 2];

/** The distances to choose from, including the present one. */
export function distanceChoices(present: number): { value: string; label: string }[] {
  const distances = [...new Set([...offeredDistances, present])].sort((one, other) => one - other);
  return distances.map((distance) => ({
    value: String(distance),
    label: text('settings.appearance.distance.choice', { distance }),
  }));
}

/** Milliseconds from the beginning of one tone of the test to the next: time to read its name, or to hear it spoken. */
const testPaceMs = 1500;

/** The loudness of the tones, each of them to listen to, and spoken verdicts. */
export function SoundCard({ view }: ViewProps) {
  const setting = useSettingGroup('sound', view.settings);
  const { volume, speech } = setting.shown;
  const [play] = useState(() => createSoundPlayer());
  const [speaker] = useState(() => createSpeaker(globalThis.speechSynthesis, language));
  const hasVoice = useSyncExternalStore(speaker.onVoicesChanged, speaker.hasVoice);
  /** The tone of the test that plays now. */
  const [tested, setTested] = useState<Sound | null>(null);
  const listen = (sound: Sound): void => {
    play(sound, volume);
    if (speech) speaker.speak(text(`settings.sound-name.${sound}`), volume);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the volume is heard from the next tone on
  useEffect(() => {
    if (tested === null) return;
    listen(tested);
    const next = setTimeout(() => setTested(soundNames[soundNames.indexOf(tested) + 1] ?? null), testPaceMs);
    return () => clearTimeout(next);
  }, [tested]);
  return (
    <SettingCard title={text('settings.sound.title')} setting={setting}>
      <RangeField
        label={text('settings.sound.volume')}
        value={volume}
        shown={text('settings.sound.volume.value', { volume })}
        onChange={(chosen) => void setting.save({ volume: chosen })}
      />
      <fieldset className="settings-buttons" aria-label={text('settings.sound.listen')}>
        <Button size="small" icon={Play} isDisabled={volume === 0} onPress={() => setTested(soundNames[0])}>
          {text('settings.sound.test')}
        </Button>
        {soundNames.map((sound) => (
          <Button
            key={sound}
            size="small"
            tone="quiet"
            icon={Volume2}
            isDisabled={volume === 0}
            onPress={() => listen(sound)}
          >
            {text(`settings.sound-name.${sound}`)}
          </Button>
        ))}
      </fieldset>
      <p role="status" className="settings-hint">
        {tested === null
          ? text('settings.sound.hint')
          : text('settings.sound.playing', { name: text(`settings.sound-name.${tested}`) })}
      </p>
      <SettingsSwitch
        label={text('settings.sound.speech')}
        isOn={speech}
        onChange={(isOn) => void setting.save({ speech: isOn })}
        description={hasVoice ? text('settings.sound.speech.hint') : text('settings.sound.speech.no-voice')}
      />
      <HelpButton page="no-sound" />
    </SettingCard>
  );
}

/** What each switch changes, and the last part of the keys of its sentences. */
const kioskSwitches = [
  ['startWithComputer', 'start'],
  ['fullScreen', 'full-screen'],
  ['verdictScreen', 'verdict'],
] as const;

/** The station as the only program of its computer. */
export function KioskCard({ view }: ViewProps) {
  const setting = useSettingGroup('kiosk', view.settings);
  return (
    <SettingCard title={text('settings.kiosk.title')} setting={setting}>
      {kioskSwitches.map(([name, key]) => (
        <SettingsSwitch
          key={name}
          label={text(`settings.kiosk.${key}`)}
          isOn={setting.shown[name]}
          onChange={(isOn) => void setting.save({ [name]: isOn })}
          description={text(`settings.kiosk.${key}.hint`)}
        />
      ))}
    </SettingCard>
  );
}
