import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Result } from '../../../shared/contract/failure.ts';
import type { StationView } from '../../../shared/contract/station-view.ts';
import type { Printer } from '../../../shared/printing/printer.ts';
import type { PrinterConnection } from '../../../shared/printing/printer-connection.ts';
import { transportCapabilities } from '../../../shared/printing/printer-transports.ts';
import { foundPrintersQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { type FieldErrors, type FormReading, useForm } from '../../data/use-form.ts';
import { recoveryInstructions } from '../../presentation/printer-text.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useFaultFocus } from '../../ui/hooks.ts';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { FoundPrinters } from '../settings/printers/found-printers.tsx';
import { fieldsOfFoundPrinter, type PrinterError, readPrinter } from '../settings/printers/printer-form.ts';
import { useSettingGroup } from '../settings/setting-group.tsx';
import { SettingsSwitch } from '../settings/settings-controls.tsx';

interface PrinterStepProps {
  readonly view: StationView;
  /** The service is set up too: the first order comes next. */
  readonly isLast: boolean;
  readonly onDone: () => void;
  /** The button that skips the step. */
  readonly skip: ReactNode;
}

/** The printer, found or by its address: it becomes the default, and prints a test label. */
export function PrinterStep({ view, isLast, onDone, skip }: PrinterStepProps) {
  const { printers } = view.settings;
  const action = useAction();
  const [isChoosing, setIsChoosing] = useState(false);
  const [testedPrinter, setTestedPrinter] = useState<string | null>(null);
  const current = printers.find(
    ({ name, connection }) =>
      !transportCapabilities(connection).isVirtual &&
      view.printers.some((state) => state.name === name && state.isDefault),
  );
  const sendTestLabel = async (name: string): Promise<Result<null>> => {
    const sent = await call('printer.test', { name });
    if (sent.ok) setTestedPrinter(name);
    return sent;
  };
  // An action of the step: a printer that is saved is shown in place of the choice, whose failures are shown no more.
  const test = (name: string): void => {
    setTestedPrinter(null);
    setIsChoosing(false);
    void action.run(() => sendTestLabel(name));
  };
  if (current && !isChoosing)
    return (
      <ChosenPrinter
        view={view}
        printer={current}
        isTested={testedPrinter === current.name}
        action={action}
        onTest={() => test(current.name)}
        onChooseOther={() => setIsChoosing(true)}
        isLast={isLast}
        onDone={onDone}
        skip={skip}
      />
    );
  return <PrinterChoice printers={printers} action={action} onAdded={test} skip={skip} />;
}

interface PrinterChoiceProps extends Pick<PrinterStepProps, 'skip'> {
  readonly printers: readonly Printer[];
  readonly action: Action;
  readonly onAdded: (name: string) => void;
}

interface AddressField {
  readonly address: string;
}

function PrinterChoice({ printers, action, onAdded, skip }: PrinterChoiceProps) {
  const fields = useRef<HTMLDivElement>(null);
  const focusFault = useFaultFocus(fields);
  const { value: search } = useQuery(foundPrintersQuery);
  useEffect(() => {
    void call('printers.start-discovery', null);
    return () => void call('printers.stop-discovery', null);
  }, []);
  const form = useForm({
    saved: { address: '' },
    read: ({ address }: AddressField) => readPrinterAt(address, printers),
    save: async (printer) => {
      const saved = await savePrinter(printer);
      if (saved.ok) onAdded(printer.name);
      return saved;
    },
    errorText: (error) => text(`printer-settings.error.${error}`),
  });
  const addFound = (name: string, connection: PrinterConnection): void => {
    const read = readPrinter(fieldsOfFoundPrinter(name, connection, printers), printers);
    if (read.ok) void action.run(() => savePrinter(read.value)).then((isSaved) => isSaved && onAdded(read.value.name));
  };
  const addEntered = () => void form.save().then((isSaved) => isSaved || focusFault());
  return (
    <StepLayout
      buttons={
        <>
          <Button tone="solid" size="small" onPress={addEntered}>
            {text('set-up.printer.add')}
          </Button>
          {skip}
        </>
      }
    >
      <div ref={fields} className="set-up-fields">
        <TextField
          label={text('printer-settings.field.host')}
          isCode
          description={text('set-up.printer.address.hint')}
          {...form.textField('address')}
          onKeyDown={(key) => key === 'Enter' && addEntered()}
        />
        {search && <FoundPrinters search={search} onAdd={addFound} />}
      </div>
      {(form.isSaving || action.isRunning) && <p className="set-up-hint">{text('printer-settings.confirm-address')}</p>}
      <FailureStrip failure={form.failure ?? action.failure} comesIntoView />
    </StepLayout>
  );
}

const savePrinter = (printer: Printer): Promise<Result<null>> =>
  call('printer.save', { printer: { ...printer, default: true } });

/** The default port of label printers. */
const rawPort = '9100';

/** The printer at an address such as "10.0.0.8" or "10.0.0.8:6101". */
export function readPrinterAt(
  address: string,
  printers: readonly Printer[],
): FormReading<Printer, FieldErrors<AddressField, PrinterError>> {
  const [, host = '', port = rawPort] = /^\s*([^\s:]+)(?::(\d+))?\s*$/.exec(address) ?? [];
  const name = text('set-up.printer.name');
  const connection: PrinterConnection = { kind: 'tcp', host, port: Number(port) };
  const read = readPrinter(fieldsOfFoundPrinter(name, connection, printers), printers);
  if (read.ok) return read;
  return { ok: false, errors: { address: read.errors.host ?? read.errors.port ?? 'host' } };
}

interface ChosenPrinterProps extends PrinterStepProps {
  readonly printer: Printer;
  readonly isTested: boolean;
  readonly action: Action;
  readonly onTest: () => void;
  readonly onChooseOther: () => void;
}

/** The default printer, with its test label and the question about it. */
function ChosenPrinter(props: ChosenPrinterProps) {
  const { view, printer, isTested, action, onTest, onChooseOther, isLast, onDone, skip } = props;
  const [isMissing, setIsMissing] = useState(false);
  const state = view.printers.find((one) => one.name === printer.name);
  const instructions = state && state.reasons.length > 0 ? recoveryInstructions(state) : [];
  const again = () => {
    setIsMissing(false);
    onTest();
  };
  const isAsking = isTested && !isMissing;
  return (
    <StepLayout
      buttons={
        <>
          {isAsking ? (
            <Fragment key="question">
              <Button tone="solid" size="small" onPress={onDone}>
                {text('set-up.printer.came-out', { isLast })}
              </Button>
              <Button size="small" onPress={() => setIsMissing(true)}>
                {text('set-up.printer.not-come-out')}
              </Button>
            </Fragment>
          ) : (
            <Fragment key="test">
              <Button tone="solid" size="small" onPress={again}>
                {text('set-up.printer.test')}
              </Button>
              {/* One label at a time: that of another printer would not be asked for. */}
              <Button size="small" isDisabled={action.isRunning} onPress={onChooseOther}>
                {text('set-up.printer.other')}
              </Button>
            </Fragment>
          )}
          {skip}
        </>
      }
    >
      {isAsking ? (
        <NoticeStrip tone="information">{text('set-up.printer.question', { name: printer.name })}</NoticeStrip>
      ) : (
        <p className="set-up-hint">{text('set-up.printer.current', { name: printer.name })}</p>
      )}
      {isMissing && (
        <NoticeStrip tone="warning" next={instructions.join(' ') || text('set-up.printer.check')}>
          {text('set-up.printer.missing')}
        </NoticeStrip>
      )}
      <PrintOnCreateSwitch view={view} />
      <FailureStrip failure={action.failure} comesIntoView />
    </StepLayout>
  );
}

interface StepLayoutProps {
  readonly children: ReactNode;
  /** The first one goes on. */
  readonly buttons: ReactNode;
}

/** A step: what is longer than the window scrolls above its buttons, which are always seen. */
export function StepLayout({ children, buttons }: StepLayoutProps) {
  return (
    <>
      <div className="set-up-body">{children}</div>
      <div className="set-up-buttons">{buttons}</div>
    </>
  );
}

/** Asks for printing on creation. */
export function PrintOnCreateSwitch({ view }: { readonly view: StationView }) {
  const bench = useSettingGroup('bench', view.settings);
  return (
    <>
      <SettingsSwitch
        label={text('settings.bench.print-on-create')}
        isOn={bench.shown.printOnCreate}
        onChange={(printOnCreate) => void bench.save({ printOnCreate })}
      />
      <FailureStrip failure={bench.failure} />
    </>
  );
}
