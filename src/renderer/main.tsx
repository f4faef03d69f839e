import './app/zod-without-eval.ts';
import './ui/theme.css';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { App, followAppearance, followVerdictScreen, VerdictScreen } from './app/app.tsx';
import { restoreScreen } from './data/current-screen.ts';
import { startScanning } from './scanner/start-scanning.ts';
import { locale } from './text/page-language.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no place for the window');

/** The window of a second display: it shows the verdict, follows nothing and takes no scan. */
const isVerdictScreen = location.search === '?verdict';

if (!isVerdictScreen) {
  followAppearance();
  followVerdictScreen();
  startScanning();
  restoreScreen();
}
createRoot(root).render(
  <StrictMode>
    <I18nProvider locale={locale}>{isVerdictScreen ? <VerdictScreen /> : <App />}</I18nProvider>
  </StrictMode>,
);
