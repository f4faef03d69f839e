import { FileUp, X } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { ServiceProfile } from '../../../shared/settings/service-profile.ts';
import { clockTime } from '../../text/dates.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { readProfile } from './environment-form.ts';

/** Largest profile file that is read, bytes; a profile has about one thousand. */
const largestFile = 64 * 1024;

interface ServiceProfileFieldProps {
  readonly profile: ServiceProfile | null;
  readonly onChange: (profile: ServiceProfile | null) => void;
  readonly error: string | null;
}

/** The profile that `npm run check-service` wrote of a service: loaded from its file, or removed. */
export function ServiceProfileField({ profile, onChange, error }: ServiceProfileFieldProps) {
  const [isUnreadable, setIsUnreadable] = useState(false);
  const load = async (files: FileList | null): Promise<void> => {
    const file = files?.[0];
    if (!file) return;
    const read = file.size > largestFile ? null : readProfile(await file.text());
    setIsUnreadable(read === null);
    if (read) onChange(read);
  };
  return (
    <div>
      <p className="settings-hint">
        {profile === null
          ? text('environments.profile.none')
          : text('environments.profile.loaded', { service: profile.baseUrl, time: clockTime(profile.checkedAt) })}
      </p>
      <div className="settings-buttons">
        <FileTrigger acceptedFileTypes={['.json']} onSelect={(files) => void load(files)}>
          <Button size="small" icon={FileUp}>
            {text('environments.profile.load')}
          </Button>
        </FileTrigger>
        {profile !== null && (
          <Button size="small" tone="quiet" icon={X} onPress={() => onChange(null)}>
            {text('environments.profile.remove')}
          </Button>
        )}
      </div>
      {isUnreadable && (
        <p role="alert" className="settings-warning">
          {text('environments.profile.unreadable')}
        </p>
      )}
      {error !== null && (
        <p role="alert" className="settings-warning">
          {error}
        </p>
      )}
    </div>
  );
}
