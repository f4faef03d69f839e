import { stationViewMirror } from '../stores/station-view.ts';

/** The distance the sizes in tokens.css are drawn for, in metres: 22 px of body text are 20 minutes of arc there. */
const drawnFor = 0.7;

/** Keeps theme and sizes as the settings say, until the function it returns is called. Nearer than 0.7 m nothing shrinks. */
export function followAppearance(): () => void {
  return stationViewMirror.subscribe(({ value }) => {
    if (!value) return;
    const { theme, viewingDistance } = value.settings.appearance;
    const page = document.documentElement;
    if (theme === 'system') delete page.dataset.theme;
    else page.dataset.theme = theme;
    page.style.setProperty('--viewing-scale', String(Math.max(1, viewingDistance / drawnFor)));
  });
}
