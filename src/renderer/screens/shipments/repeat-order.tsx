import { Repeat } from 'lucide-react';
import { call } from '../../station.ts';
import { showScreen } from '../../stores/current-screen.ts';
import { stationViewMirror } from '../../stores/station-view.ts';
import { wantOrder } from '../../stores/wanted-order.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';

/** Shows New order with the words of the order this parcel came with; its codes stay behind. */
export function RepeatOrder({ parcelId }: { readonly parcelId: number }) {
  const action = useAction();
  const repeat = () =>
    action.run(async () => {
      const environment = stationViewMirror.getState().value?.environment.name ?? '';
      const draft = await call('order.draft-of', { parcelId });
      if (draft.ok) {
        wantOrder({ environment, draft: draft.value });
        showScreen('new-order');
      }
      return draft;
    });
  return (
    <div className="parcel-repeat">
      <Button size="small" icon={Repeat} isDisabled={action.isRunning} onPress={repeat}>
        Repeat this order
      </Button>
      <FailureStrip failure={action.failure} />
    </div>
  );
}
