import './parse-without-eval.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startScanning } from './scanner/start-scanning.ts';
import { followAppearance } from './shell/appearance.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no place for the window');

followAppearance();
startScanning();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
