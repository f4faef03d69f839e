import { FileDown, FolderDown, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CallOutput } from '../../../shared/contract/station-contract.ts';
import { takeSupportFileRequest, useSupportFileRequest } from '../../data/help.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { CommandQuestion } from '../../ui/command-target.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';

type Prepared = CallOutput<'support-file.prepare'>;

/** Makes a support file by a button or a command card, shows what is in it, and saves it. */
export function SupportFile() {
  const action = useAction();
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const isRequested = useSupportFileRequest();
  const section = useRef<HTMLElement>(null);
  const prepare = async (): Promise<void> => {
    setSaved(null);
    await action.run(async () => {
      const result = await call('support-file.prepare', null);
      if (result.ok) setPrepared(result.value);
      return result;
    });
  };
  const save = async ({ id }: Prepared): Promise<void> => {
    await action.run(async () => {
      const result = await call('support-file.save', { id });
      if (result.ok && result.value) {
        setSaved(result.value.file);
        setPrepared(null);
      }
      return result;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a request is taken once
  useEffect(() => {
    if (isRequested && takeSupportFileRequest()) void prepare();
  }, [isRequested]);
  // A card prepares it from any place of the page.
  useEffect(() => {
    if (prepared) section.current?.scrollIntoView();
  }, [prepared]);
  return (
    <section ref={section} className="support-file" aria-labelledby="support-file-title">
      <h3 id="support-file-title">{text('support-file.title')}</h3>
      <p>{text('support-file.about')}</p>
      {prepared === null ? (
        <Button size="small" icon={FileDown} isDisabled={action.isRunning} onPress={() => void prepare()}>
          {text('support-file.make')}
        </Button>
      ) : (
        <CommandQuestion value={{ screen: 'help', about: `support file ${prepared.id}` }}>
          <p role="status">{text('support-file.contents')}</p>
          <div className="check-head">
            <Button
              size="small"
              tone="solid"
              icon={FolderDown}
              command="yes"
              isDisabled={action.isRunning}
              onPress={() => void save(prepared)}
            >
              {text('support-file.save')}
            </Button>
            <Button size="small" icon={X} command="no" onPress={() => setPrepared(null)}>
              {text('support-file.close')}
            </Button>
          </div>
          <ul aria-label={text('support-file.title')}>
            {prepared.files.map(({ name, text: content }) => (
              <li key={name}>
                <details>
                  <summary>{text('support-file.size', { name, kilobytes: Math.ceil(content.length / 1000) })}</summary>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it */}
                  <section className="support-file-content" dir="ltr" tabIndex={0} aria-label={name}>
                    <pre>{content}</pre>
                  </section>
                </details>
              </li>
            ))}
          </ul>
        </CommandQuestion>
      )}
      {saved !== null && <p role="status">{text('support-file.saved', { file: saved })}</p>}
      <FailureStrip failure={action.failure} comesIntoView />
    </section>
  );
}
