import './set-up.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { transportCapabilities } from '../../../shared/printing/printer-transports.ts';
import { showScreen, useScreen } from '../../data/current-screen.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { scanStore } from '../../scanner/scan-session.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { focusFirst, useKeptFocus } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { loadOnDemand } from '../load-on-demand.tsx';
import { PrinterStep, PrintOnCreateSwitch, StepLayout } from './printer-step.tsx';
import { ServiceStep, useServiceForm } from './service-step.tsx';

const steps = ['service', 'printer', 'order'] as const;
type Step = (typeof steps)[number];

interface SetUpState {
  /** null: the first step that is not done. */
  readonly step: Step | null;
  /** The operator opened the step: it takes the focus. */
  readonly isFocusWanted: boolean;
}

const setUpStore = createStore<SetUpState>(() => ({ step: null, isFocusWanted: false }));

const openStep = (step: Step): void => setUpStore.setState({ step, isFocusWanted: true });

const changeSetUp = (isOpen: boolean) => call('set-up.change', { isOpen });

/** Which steps are done, as the settings show. */
function doneSteps({ environment, vault, printers, settings }: StationView): Readonly<Record<Step, boolean>> {
  const isDefaultReal = settings.printers.some(
    ({ name, connection }) =>
      !transportCapabilities(connection).isVirtual && printers.some((state) => state.name === name && state.isDefault),
  );
  return {
    service: environment.kind !== 'practice' && vault.environmentsWithToken.includes(environment.name),
    printer: isDefaultReal,
    order: false,
  };
}

/** The set-up of a new bench on Scan, until it is finished or skipped. It takes the focus only where the operator opened one. */
export function SetUp() {
  const { value: view } = useQuery(stationViewQuery);
  return view && <OpenSetUp view={view} />;
}

function OpenSetUp({ view }: { readonly view: StationView }) {
  const { step: chosen } = useStore(setUpStore);
  const { shown } = useStore(scanStore);
  const action = useAction();
  const done = doneSteps(view);
  const step = chosen ?? steps.find((name) => !done[name]) ?? 'order';
  const close = () => void action.run(() => changeSetUp(false));
  const startOrder = () => {
    close();
    showScreen('new-order');
  };
  const next = steps[steps.indexOf(step) + 1];
  const goOn = () => (next ? openStep(next) : close());
  // Here, so that a half-filled form is kept while something else is shown.
  const serviceForm = useServiceForm(view, goOn);
  const skip = (
    <Button size="small" onPress={goOn}>
      {text('set-up.skip-step')}
    </Button>
  );
  const { current } = useScreen();
  // The labels of a hidden form would be found beside those of the screen shown.
  if (current !== 'scan') return null;
  const isFolded = shown.kind !== 'nothing';
  return (
    <section className={`card set-up ${isFolded ? 'set-up-folded' : ''}`} aria-label={text('set-up.title')}>
      <div className="set-up-head">
        <h2>{text('set-up.title')}</h2>
        {!isFolded && <StepList step={step} done={done} />}
        {isFolded && (
          <Button size="small" onPress={() => scanStore.clear()}>
            {text('set-up.continue')}
          </Button>
        )}
        <Button size="small" isDisabled={action.isRunning} onPress={close}>
          {text('set-up.skip')}
        </Button>
      </div>
      {!isFolded && (
        <StepContent step={step}>
          {step === 'service' && <ServiceStep view={view} form={serviceForm} skip={skip} />}
          {step === 'printer' && (
            <PrinterStep view={view} isLast={done.service} onDone={done.service ? startOrder : goOn} skip={skip} />
          )}
          {step === 'order' && <OrderStep view={view} hasPrinter={done.printer} onStart={startOrder} />}
        </StepContent>
      )}
      <FailureStrip failure={action.failure} />
    </section>
  );
}

function StepList({ step, done }: { readonly step: Step; readonly done: Readonly<Record<Step, boolean>> }) {
  return (
    <ol className="set-up-steps">
      {steps.map((name, index) => (
        <li key={name}>
          <button type="button" aria-current={name === step ? 'step' : undefined} onClick={() => openStep(name)}>
            {text('set-up.step', { number: index + 1, step: text(`set-up.step.${name}`), isDone: done[name] })}
          </button>
        </li>
      ))}
    </ol>
  );
}

interface StepContentProps {
  readonly step: Step;
  readonly children: ReactNode;
}

/** A step, whose first field or button takes the focus where the operator opened the step. */
function StepContent({ step, children }: StepContentProps) {
  const { isFocusWanted } = useStore(setUpStore);
  const content = useRef<HTMLFieldSetElement>(null);
  useKeptFocus(content);
  useEffect(() => {
    if (!isFocusWanted) return;
    focusFirst(content.current);
    setUpStore.setState({ isFocusWanted: false });
  }, [isFocusWanted]);
  return (
    <fieldset ref={content} className="set-up-step" aria-label={text(`set-up.step.${step}`)}>
      {children}
    </fieldset>
  );
}

/** Opens a step of the set-up again, on Scan. */
export function SetUpCard() {
  const action = useAction();
  const open = async (step: Step) => {
    if (!(await action.run(() => changeSetUp(true)))) return;
    scanStore.clear();
    openStep(step);
    showScreen('scan');
  };
  return (
    <Card title={text('set-up.title')} className="settings-card">
      <p className="settings-hint">{text('set-up.card.hint')}</p>
      <div className="settings-buttons">
        {steps.map((step) => (
          <Button key={step} size="small" isDisabled={action.isRunning} onPress={() => void open(step)}>
            {text(`set-up.step.${step}`)}
          </Button>
        ))}
      </div>
      <FailureStrip failure={action.failure} />
    </Card>
  );
}

const RehearsalList = loadOnDemand(async () => (await import('../help/rehearsals.tsx')).RehearsalList, false);

interface OrderStepProps {
  readonly view: StationView;
  /** A label comes out on paper. */
  readonly hasPrinter: boolean;
  readonly onStart: () => void;
}

/** The first order, or practice at once; asks for printing on creation. */
export function OrderStep({ view, hasPrinter, onStart }: OrderStepProps) {
  const action = useAction();
  const [isChoosing, setIsChoosing] = useState(false);
  const practice = view.settings.environments.find(({ kind }) => kind === 'practice');
  const isPractice = view.environment.kind === 'practice';
  const practise = async (name: string): Promise<void> => {
    if (isPractice || (await action.run(() => call('environment.use', { name })))) onStart();
  };
  const printer = view.printers.find(({ isDefault }) => isDefault)?.name ?? null;
  if (isChoosing && isPractice) {
    const close = (
      <Button size="small" onPress={() => setIsChoosing(false)}>
        {text('rehearsal.close')}
      </Button>
    );
    return (
      <StepLayout buttons={close}>
        <RehearsalList />
      </StepLayout>
    );
  }
  const labels = !hasPrinter ? 'kept' : view.settings.bench.printOnCreate ? 'print' : 'wait';
  return (
    <StepLayout
      buttons={
        <>
          {!isPractice && (
            <Button tone="solid" size="small" onPress={onStart}>
              {text('set-up.order.start')}
            </Button>
          )}
          {practice && (
            <Button
              tone={isPractice ? 'solid' : 'plain'}
              size="small"
              isDisabled={action.isRunning}
              onPress={() => void practise(practice.name)}
            >
              {text('set-up.order.practise')}
            </Button>
          )}
          {isPractice && (
            <Button size="small" onPress={() => setIsChoosing(true)}>
              {text('rehearsal.title')}
            </Button>
          )}
          {isPractice && (
            <Button size="small" onPress={() => openStep('service')}>
              {text('set-up.order.connect')}
            </Button>
          )}
          {!isPractice && !hasPrinter && (
            <Button size="small" onPress={() => openStep('printer')}>
              {text('set-up.order.set-up-printer')}
            </Button>
          )}
        </>
      }
    >
      <p>{isPractice ? text('set-up.order.no-service') : text('set-up.order.next', { labels, printer })}</p>
      <PrintOnCreateSwitch view={view} />
      <FailureStrip failure={action.failure} />
    </StepLayout>
  );
}
