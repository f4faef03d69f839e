import './display.css';
import type { LucideIcon } from 'lucide-react';
import { type Tone, toneIcons } from './tone.ts';

interface StateBadgeProps {
  readonly tone: Tone;
  readonly word: string;
  readonly icon?: LucideIcon;
}

/** A state as a shape, a word and a colour. */
export function StateBadge({ tone, word, icon }: StateBadgeProps) {
  const Icon = icon ?? toneIcons[tone];
  return (
    <span className={`state-badge tone-${tone}`}>
      <Icon aria-hidden />
      {word}
    </span>
  );
}
