import { Button } from '../../ui/button.tsx';

interface EditorButtonsProps {
  readonly saveWords: string;
  /** What closing without saving leaves behind. */
  readonly closeWords?: string;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Under the fields of an editor: keeps what was written, or closes without. */
export function EditorButtons({
  saveWords,
  closeWords = 'Keep as it was',
  isSaving,
  onSave,
  onClose,
}: EditorButtonsProps) {
  return (
    <div className="settings-buttons">
      <Button tone="solid" size="small" isDisabled={isSaving} onPress={onSave}>
        {saveWords}
      </Button>
      <Button size="small" onPress={onClose}>
        {closeWords}
      </Button>
    </div>
  );
}
