import { RotateCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { NoticeStrip } from '../ui/notice-strip.tsx';

/** Milliseconds until a part that failed is drawn again. */
const retryAfterMs = 1_000;

/** Most times that a part is drawn again without a person, within the time below. */
const maxRetries = 3;
const countedMs = 60_000;

/**
 * Keeps a fault in drawing one part of the window to that part: without it React takes the whole page away. The part is drawn again after a
 * second; one that fails again and again waits for a person. Scans are received outside of what is drawn, and go on.
 */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };
  private failedAt: number[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    const now = Date.now();
    this.failedAt = [...this.failedAt.filter((at) => now - at < countedMs), now];
    clearTimeout(this.timer);
    if (this.failedAt.length <= maxRetries) this.timer = setTimeout(this.drawAgain, retryAfterMs);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }

  private readonly drawAgain = (): void => this.setState({ hasFailed: false });

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <NoticeStrip
        tone="error"
        next={text('app.screen-failed.next')}
        actions={
          <Button size="small" icon={RotateCw} onPress={this.drawAgain}>
            {text('app.screen-failed.show')}
          </Button>
        }
      >
        {text('app.screen-failed')}
      </NoticeStrip>
    );
  }
}
