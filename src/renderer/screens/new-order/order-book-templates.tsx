import { History } from 'lucide-react';
import type { OrderBook, OrderDraft } from '../../../shared/order-book.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OrderBookRow } from './order-book-row.tsx';
import { draftOfForm, isBlankForm, isSameDraft, type OrderForm } from './order-form.ts';

interface TemplatesProps {
  readonly book: OrderBook;
  readonly form: OrderForm;
  /** The form is to hold this; it asks where it holds something else. */
  readonly onWant: (draft: OrderDraft) => void;
}

/** Whole orders to begin with: the templates, and the last order. */
export function Templates({ book, form, onWant }: TemplatesProps) {
  const { templates, last } = book;
  const now = draftOfForm(form);
  const save = (name: string, draft: OrderDraft) => call('order-book.save-template', { name, draft });
  return (
    <Card>
      <OrderBookRow
        label="Templates"
        entries={templates}
        detail={({ draft }) => draft.dropOffAddress.text ?? draft.pickUpAddress.text ?? ''}
        chosen={templates.find(({ draft }) => isSameDraft(draft, now)) ?? null}
        onChoose={({ id, draft }) => {
          onWant(draft);
          void call('order-book.note-use', { what: 'template', id });
        }}
        saveWords="Save as a template"
        nameLabel="Name for this template"
        canSave={!isBlankForm(form)}
        onSave={(name) => save(name, now)}
        onRemove={({ id }) => call('order-book.remove-template', { templateId: id })}
        onPutBack={({ name, draft }) => save(name, draft)}
      >
        {last && (
          <Button
            size="small"
            tone="quiet"
            icon={History}
            isDisabled={isSameDraft(last, now)}
            onPress={() => onWant(last)}
          >
            Repeat the last order
          </Button>
        )}
      </OrderBookRow>
    </Card>
  );
}
